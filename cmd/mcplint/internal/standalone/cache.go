package standalone

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"

	"honnef.co/go/tools/go/buildid"
	"honnef.co/go/tools/lintcmd/cache"
)

// CacheVar names the environment variable that moves the cache.
const CacheVar = "MCPLINT_CACHE"

const cacheREADME = `This directory holds results of mcplint, one set for each version of the
command and of its settings. It can be deleted at any time.
`

// volatileCache is a disk cache that can be told to stop remembering: after
// an incident what has been computed is good for this run only, because a
// cached result would hide the incident from the next one.
type volatileCache struct {
	*cache.DiskCache
	tainted atomic.Bool
	facts   *factless
	remove  string // directory to remove at the end, if it is a temporary one
}

func (c *volatileCache) taint() { c.tainted.Store(true) }

// Get implements cache.Cache.
func (c *volatileCache) Get(id cache.ActionID) (cache.Entry, error) {
	e, err := c.DiskCache.Get(id)
	if err == nil || c.facts == nil || !c.facts.covers(c.DiskCache, id) {
		return e, err
	}
	if _, _, err := c.DiskCache.Put(id, bytes.NewReader(nil)); err != nil {
		return e, err
	}
	return c.DiskCache.Get(id)
}

// Put implements cache.Cache. The runner reads what it has put by content, so
// an entry under a name that nobody will ask for serves this run.
func (c *volatileCache) Put(id cache.ActionID, file io.ReadSeeker) (cache.OutputID, int64, error) {
	if c.tainted.Load() {
		rand.Read(id[:])
	}
	return c.DiskCache.Put(id, file)
}

// Close implements cache.Cache.
func (c *volatileCache) Close() error {
	err := c.DiskCache.Close()
	if c.remove != "" {
		return os.RemoveAll(c.remove)
	}
	return err
}

// openCache opens the cache and salts its keys with this binary and the
// settings.
func openCache(settings string) (*volatileCache, error) {
	salt, err := salt(settings)
	if err != nil {
		return nil, err
	}
	cache.SetSalt(salt)
	dir, temporary, err := cacheDir()
	if err != nil {
		return nil, err
	}
	c, err := cache.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot open the cache (%s moves it): %w", CacheVar, err)
	}
	v := &volatileCache{DiskCache: c}
	if temporary {
		v.remove = dir
	} else if readme := filepath.Join(dir, "README"); !exists(readme) {
		// Courtesy; nothing depends on it.
		_ = os.WriteFile(readme, []byte(cacheREADME), 0o666)
	}
	return v, nil
}

func cacheDir() (dir string, temporary bool, err error) {
	if dir = os.Getenv(CacheVar); dir != "" {
		if !filepath.IsAbs(dir) {
			return "", false, fmt.Errorf("%s=%s is not an absolute path", CacheVar, dir)
		}
		return dir, false, os.MkdirAll(dir, 0o777)
	}
	// A machine without a home directory, or with one that cannot be
	// written, is common in CI and no reason to fail.
	if user, err := os.UserCacheDir(); err == nil {
		dir = filepath.Join(user, "mcplint")
		if err := os.MkdirAll(dir, 0o777); err == nil {
			return dir, false, nil
		}
	}
	dir, err = os.MkdirTemp("", "mcplint-cache-")
	return dir, true, err
}

// salt identifies this binary and the settings.
func salt(settings string) ([]byte, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot find the own binary, which the cache is keyed by: %w", err)
	}
	h := sha256.New()
	// The build id contains a hash of the binary's content. Release builds
	// often have none (-ldflags=-buildid=).
	if id, err := buildid.ReadFile(exe); err == nil && id != "" {
		fmt.Fprintf(h, "build %s\n", id)
	} else {
		f, err := os.Open(exe)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if _, err := io.Copy(h, f); err != nil {
			return nil, err
		}
	}
	fmt.Fprintf(h, "settings %s\n", settings)
	return h.Sum(nil), nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
