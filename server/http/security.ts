import { createHash } from 'node:crypto';
import type { FastifyCorsOptions } from '@fastify/cors';
import type { HelmetOptions } from 'helmet';
import { VIDEO_ORIGINS } from '../../contract/rest/training-videos.ts';

/** react-aria inserts this style into each page with a pressable element; allowed by its hash, the only inline one. */
const PRESSABLE_STYLE = `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`;

/** Its source expression in the policy. */
export const PRESSABLE_STYLE_SOURCE = `'sha256-${createHash('sha256').update(PRESSABLE_STYLE).digest('base64')}'`;

/** Origins that the page may call besides its own: those of the configured URLs. */
function origins(addresses: readonly string[]): string[] {
  return addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin);
}

/** CORS for pages of the given origins: every call, with the refresh cookie. Other origins can't read answers. */
export function crossOrigin(allowed: readonly string[]): FastifyCorsOptions {
  return {
    origin: [...allowed],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type'],
    exposedHeaders: ['x-request-id', 'retry-after', 'content-disposition', 'date'],
    maxAge: 600,
  };
}

/** The policy of each answer: no inline script, no frames except videos and PDFs, nothing from other origins. */
export function securityPolicy(bases: readonly string[]): HelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", PRESSABLE_STYLE_SOURCE],
        // Users' pictures may be anywhere.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        // Voice messages and videos are at the server, which may be elsewhere.
        mediaSrc: ["'self'", 'blob:', ...origins(bases)],
        fontSrc: ["'self'"],
        // Customers' PDFs, which answers' own policies sandbox.
        frameSrc: ["'self'", ...origins(bases), ...VIDEO_ORIGINS],
        connectSrc: ["'self'", ...origins(bases)],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: { maxAge: 15_552_000, includeSubDomains: false },
  };
}
