//mcplint:ignore retrywrite the whole file // want `//mcplint:ignore covers nothing on a package clause`
package ignores
