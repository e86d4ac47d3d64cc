import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { idSchema } from '../../../contract/scalars.ts';
import type { Services } from '../context.ts';
import { knownKey } from './keys.ts';
import { hashSecret } from './refresh-token.ts';

const ALGORITHM = 'HS256';
/** From the password to the code a person has so long (seconds). */
const LIFE_SECONDS = 300;
const claimsSchema = z.object({
  sub: idSchema,
  tid: idSchema,
  tn: z.string(),
  rem: z.boolean(),
  pw: z.string(),
  prv: z.optional(z.boolean()),
});

export type Challenged = {
  tenantId: string;
  tenantName: string;
  userId: string;
  passwordHash: string;
  remember: boolean;
  /** Whether it was the password that was right, not what the company's provider says. */
  hasProvenPassword: boolean;
};

/** Changes with the password: a challenge of the old one is worth nothing. */
export const fingerprintOf = (passwordHash: string) => hashSecret(passwordHash).subarray(0, 12).toString('base64url');

/** Says that the user's first step was right a moment ago; with a code it opens a session. */
export function signChallenge(services: Services, of: Challenged): Promise<string> {
  const issued = Math.floor(services.now().getTime() / 1000);
  const [key] = services.keys.secondFactor;
  const { tenantId: tid, tenantName: tn, remember: rem, hasProvenPassword: prv } = of;
  return new SignJWT({ tid, tn, rem, prv, pw: fingerprintOf(of.passwordHash) })
    .setProtectedHeader({ alg: ALGORITHM, kid: key.id })
    .setSubject(of.userId)
    .setIssuedAt(issued)
    .setExpirationTime(issued + LIFE_SECONDS)
    .sign(key.bytes);
}

/** What a challenge says; undefined when it isn't one of ours, or too old. */
export async function readChallenge(
  services: Services,
  challenge: string,
): Promise<z.infer<typeof claimsSchema> | undefined> {
  try {
    const { payload } = await jwtVerify(challenge, ({ kid }) => knownKey(services.keys.secondFactor, kid), {
      algorithms: [ALGORITHM],
      currentDate: services.now(),
      requiredClaims: ['exp'],
    });
    return claimsSchema.safeParse(payload).data;
  } catch {
    return undefined;
  }
}
