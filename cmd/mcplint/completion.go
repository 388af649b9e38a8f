package main

import (
	"flag"
	"fmt"
	"strings"
)

// subcommands are the words that may stand first.
var subcommands = []string{"baseline", "completion", "explain", "help", "list", "version"}

// shells maps shells to their completion scripts. In a script, FLAGS, RULES
// and COMMANDS stand for lists of words.
var shells = map[string]string{
	"bash": `# bash completion for mcplint: source <(mcplint completion bash)
_mcplint() {
	local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" words=""
	case "$prev" in
	explain | help) words="RULES" ;;
	baseline) words="create diff" ;;
	completion) words="bash fish zsh" ;;
	*)
		case "$cur" in
		-*) words="FLAGS" ;;
		*) [ "$COMP_CWORD" -eq 1 ] && words="COMMANDS" ;;
		esac
		;;
	esac
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
	[ "${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -o dirnames -- "$cur"))
}
complete -F _mcplint mcplint
`,
	"zsh": `#compdef mcplint
# zsh completion for mcplint: source <(mcplint completion zsh)
_mcplint() {
	case "${words[CURRENT-1]}" in
	explain | help) compadd RULES ;;
	baseline) compadd create diff ;;
	completion) compadd bash fish zsh ;;
	*)
		if [[ "${words[CURRENT]}" == -* ]]; then
			compadd -- FLAGS
		else
			(( CURRENT == 2 )) && compadd COMMANDS
			_files -/
		fi
		;;
	esac
}
compdef _mcplint mcplint
`,
	"fish": `# fish completion for mcplint: mcplint completion fish | source
complete -c mcplint -f -a '(__fish_complete_directories)'
complete -c mcplint -f -n __fish_use_subcommand -a 'COMMANDS'
complete -c mcplint -f -n '__fish_seen_subcommand_from explain help' -a 'RULES'
complete -c mcplint -f -n '__fish_seen_subcommand_from baseline' -a 'create diff'
complete -c mcplint -f -n '__fish_seen_subcommand_from completion' -a 'bash fish zsh'
complete -c mcplint -f -a 'FLAGS' -n 'string match -q -- "-*" (commandline -ct)'
`,
}

// completion prints the completion script of a shell.
func (c *command) completion(args []string) error {
	if len(args) != 1 || shells[args[0]] == "" {
		return usagef("completion takes one of bash, zsh, fish")
	}
	fs := flag.NewFlagSet("mcplint", flag.ContinueOnError)
	bindLint(fs)
	script := strings.NewReplacer(
		"FLAGS", strings.Join(flagNames(fs), " "),
		"RULES", strings.Join(ruleNames(), " "),
		"COMMANDS", strings.Join(subcommands, " "),
	).Replace(shells[args[0]])
	_, err := fmt.Fprint(c.stdout, script)
	return err
}
