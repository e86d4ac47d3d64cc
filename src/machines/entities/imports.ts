/** Imports of customers, as in the contract: the check's findings and the result. */
export type { CustomerImport, ImportColumn } from '../../../contract/entities/customer-import.ts';
