import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { idSchema } from '../../../contract/scalars.ts';
import type { Services } from '../context.ts';
import { knownKey } from './keys.ts';
import { hashSecret } from './refresh-token.ts';

const ALGORITHM = 'HS256';
/** Time between password and code, in seconds. */
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
  /** Whether the password was right, as opposed to a login at the company's provider. */
  hasProvenPassword: boolean;
};

/** Changes with the password, which invalidates challenges of the old one. */
export const fingerprintOf = (passwordHash: string) => hashSecret(passwordHash).subarray(0, 12).toString('base64url');

/** Proves that the user just passed the first step; with a code it opens a session. */
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

/** The content of a challenge; undefined if it is forged or expired. */
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
