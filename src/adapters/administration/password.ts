export { passwordScore } from '../../../contract/password-score.ts';
