import { isDuplicate } from '../../db/failures.ts';

/** Refuses with `refusal` a save that another one of the same CNPJ, made at the same time, was quicker than. */
export async function cnpjTaken<T>(saving: Promise<T>, refusal: Error): Promise<T> {
  try {
    return await saving;
  } catch (error) {
    throw isDuplicate(error, 'tenant_cnpj') ? refusal : error;
  }
}
