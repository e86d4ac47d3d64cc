/** Version of the wire. Raise it whenever a schema, a document or a name in `contract/` changes; `tests/contract` holds its hash. */
export const CONTRACT_VERSION = 5;
