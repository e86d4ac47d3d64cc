/** Customers from a file, as the contract has them: with all that was found in it and what became of it. */
export type { CustomerImport, ImportColumn } from '../../../contract/entities/customer-import.ts';
