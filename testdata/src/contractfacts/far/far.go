// Package far imports lib only through app: constants of lib say nothing here.
package far

import "cases/contractfacts/app"

var _ app.Outside

func ask(string) {}

func use() {
	ask("get") // want `get is unstated`
	ask("w_x") // want `w_x is write`
}
