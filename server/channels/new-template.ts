import type { MediaUpload } from './channel.ts';

/** A template to be reviewed by the provider: a new one, or a change of the one with `providerId`. */
export type NewTemplate = {
  readonly providerId: string | undefined;
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly isNamed: boolean;
  /** As the provider writes them. */
  readonly components: readonly unknown[];
};

/** The outcome of submitting a template. */
export type TemplateResult =
  | {
      readonly outcome: 'accepted';
      readonly providerId: string;
      readonly status: string;
      /** The provider's, which may differ from the requested one. */
      readonly category: string;
    }
  | {
      readonly outcome: 'refused';
      readonly code: number;
      readonly key: string;
      /** What the provider says, in its words. */
      readonly details: string | undefined;
      readonly isNameTaken: boolean;
    }
  | { readonly outcome: 'retryable'; readonly code: number; readonly key: string }
  /** It may have arrived: the next listing will show. */
  | { readonly outcome: 'unknown' };

/** An example of a template's header, on the disk. */
export type ExampleFile = MediaUpload & { readonly sizeBytes: number };

/** The outcome of uploading an example. */
export type ExampleResult =
  | { readonly outcome: 'uploaded'; readonly handle: string }
  | Extract<TemplateResult, { outcome: 'refused' | 'retryable' }>;
