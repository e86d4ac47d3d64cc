import { createHash } from 'node:crypto';
import type { FastifyCorsOptions } from '@fastify/cors';
import type { HelmetOptions } from 'helmet';
import { VIDEO_ORIGINS } from '../../contract/rest/training-videos.ts';

/** react-aria puts this style into each page that has something to press; allowed by its hash, as nothing else inline is. */
const PRESSABLE_STYLE = `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`;

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The origins that the page may talk to besides its own: those of the configured bases. */
function origins(addresses: readonly string[]): string[] {
  return addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin);
}

/** What pages of the given origins may: every call, with the refresh cookie. Other origins' pages see no answer. */
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

/** The policy of each answer: no inline script, no frame but of videos, nothing from elsewhere. */
export function securityPolicy(bases: readonly string[]): HelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", hashSource(PRESSABLE_STYLE)],
        // People's pictures may be anywhere.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        frameSrc: [...VIDEO_ORIGINS],
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
