package recovery

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"testing"
)

// The test binary runs itself as the process that is killed.
const (
	childEnv = "RECOVERY_TEST_JOURNAL" // path of the journal
	cutEnv   = "RECOVERY_TEST_CUT"     // see appendUntilKilled
)

func TestMain(m *testing.M) {
	if path := os.Getenv(childEnv); path != "" {
		appendUntilKilled(path)
	}
	os.Exit(m.Run())
}

// appendUntilKilled appends records to a journal and writes a line to standard
// output for every one that is acknowledged. With a cut c >= 0, it stops in
// the middle of the write of the fourth record, with c bytes on the disk, says
// so and waits; without, it goes on for ever.
func appendUntilKilled(path string) {
	fail := func(err error) {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
	cut, err := strconv.Atoi(os.Getenv(cutEnv))
	if err != nil {
		fail(err)
	}
	j, err := OpenFileJournal(path)
	if err != nil {
		fail(err)
	}
	for i := 0; ; i++ {
		if i == 3 && cut >= 0 {
			j.file = halfWriter{j.file.(*os.File), cut}
		}
		if err := j.Append(context.Background(), note(i)); err != nil {
			fail(err)
		}
		fmt.Println("acknowledged", i)
	}
}

// halfWriter writes the beginning of a record and then hangs.
type halfWriter struct {
	*os.File
	cut int
}

func (f halfWriter) WriteAt(b []byte, off int64) (int, error) {
	if f.cut < len(b) {
		b = b[:f.cut]
	}
	if _, err := f.File.WriteAt(b, off); err != nil {
		return 0, err
	}
	fmt.Println("writing")
	select {}
}

// killWriter runs a writer until it has printed the given line, kills it and
// returns the number of records that it has seen acknowledged.
func killWriter(t *testing.T, path string, cut int, until string) (acknowledged int) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), childEnv+"="+path, cutEnv+"="+strconv.Itoa(cut))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	found := false
	lines := bufio.NewScanner(out)
	for !found && lines.Scan() {
		if lines.Text() == fmt.Sprintf("acknowledged %d", acknowledged) {
			acknowledged++
		}
		found = lines.Text() == until
	}
	cmd.Process.Kill()
	cmd.Wait() // it reports the kill
	if !found {
		t.Fatalf("the writer did not come to %q", until)
	}
	return acknowledged
}

// TestKillInTheMiddleOfAWrite kills a process while a record is half on the
// disk: the earlier records are kept, and the journal goes on without it.
func TestKillInTheMiddleOfAWrite(t *testing.T) {
	line, err := encodeFrame(note(3))
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{0, 1, dataAt, len(line) / 2, len(line) - 1, len(line)} {
		t.Run(strconv.Itoa(cut), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "journal")
			if n := killWriter(t, path, cut, "writing"); n != 3 {
				t.Fatalf("%d records were acknowledged, want 3", n)
			}
			want, dropped := 3, int64(cut)
			if cut == len(line) { // complete, though never acknowledged
				want, dropped = 4, 0
			}
			j := open(t, path)
			if got := contents(t, j, ""); !reflect.DeepEqual(got, notes(want)) || j.Dropped() != dropped {
				t.Fatalf("got %q, dropped %d, want %d records, dropped %d", got, j.Dropped(), want, dropped)
			}
			if err := j.Append(t.Context(), note(want)); err != nil {
				t.Fatal(err)
			}
			j.Close()
			if got := contents(t, open(t, path), ""); !reflect.DeepEqual(got, notes(want+1)) {
				t.Fatalf("after one more record: %q", got)
			}
		})
	}
}

// TestKillAnywhere kills a process that appends as fast as it can, three times
// on one journal: no acknowledged record is lost, and none is damaged.
func TestKillAnywhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	for _, until := range []int{3, 20, 11} {
		os.Remove(path)
		acknowledged := killWriter(t, path, -1, fmt.Sprintf("acknowledged %d", until))
		j := open(t, path)
		got := contents(t, j, "")
		if len(got) < acknowledged || !reflect.DeepEqual(got, notes(len(got))) {
			t.Errorf("%d records acknowledged, %d found: %q", acknowledged, len(got), got)
		}
		j.Close()
	}
}
