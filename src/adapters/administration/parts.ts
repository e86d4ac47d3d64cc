/* The contract's rules that the administration's views show as one types or reads. */
export { auditWords, supportOf } from '../../../contract/audit-words.ts';
export { passwordScore } from '../../../contract/password-score.ts';
