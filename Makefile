# Everything here is a go command that also works by itself.
GO ?= go

.PHONY: help
help: ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' $(MAKEFILE_LIST)

.PHONY: test
test: ## run all tests, those of nested modules included
	$(GO) test ./...

.PHONY: race
race: ## run the tests of the engine under the race detector
	$(GO) test -race ./internal/...

.PHONY: demo
demo: ## run mcplint on the booking client; one finding and status 1 are right
	$(GO) run ./cmd/mcplint -C examples/booking ./...

.PHONY: lint
lint: ## run mcplint on itself
	$(GO) run ./cmd/mcplint ./...

.PHONY: docs
docs: ## write the generated parts of the documentation
	$(GO) test -run 'TestReadmeRules|TestDocs' -update .

.PHONY: bench
bench: ## measure what mcplint costs (half an hour)
	$(GO) run ./bench

.PHONY: ci
ci: ## run everything that CI runs
	.ci/run
