/** A bucket of an S3-compatible store. `endpoint` undefined: Amazon's. */
export type BucketSettings = {
  endpoint: string | undefined;
  region: string;
  bucket: string;
  keyId: string;
  secret: string;
};

/** Where messages' files are kept. `bucket` undefined: in the data folder. */
export type MediaSettings = { bucket: BucketSettings | undefined };

const NEEDED = ['MEDIA_S3_BUCKET', 'MEDIA_S3_KEY_ID', 'MEDIA_S3_SECRET'] as const;
const OPTIONAL = ['MEDIA_S3_ENDPOINT', 'MEDIA_S3_REGION'] as const;
const DEFAULT_REGION = 'us-east-1';

/** Reads the store of messages' files: all that it needs, or nothing. `refuse` throws. */
export function readMedia(
  setting: (name: string) => string | undefined,
  refuse: (message: string) => never,
): MediaSettings {
  const missing = NEEDED.filter((name) => setting(name) === undefined);
  const given = [...NEEDED, ...OPTIONAL].filter((name) => setting(name) !== undefined);
  if (given.length === 0) return { bucket: undefined };
  if (missing.length > 0) {
    refuse(`Set ${missing.join(', ')} too, or remove ${given.join(', ')}: then messages' files are kept in DATA_DIR.`);
  }
  const endpoint = setting('MEDIA_S3_ENDPOINT');
  const url = endpoint === undefined ? undefined : URL.parse(endpoint);
  if (url === null || (url !== undefined && !/^https?:$/.test(url.protocol))) {
    refuse('MEDIA_S3_ENDPOINT must be the address of an S3-compatible store: https://s3.example.com');
  }
  const [bucket = '', keyId = '', secret = ''] = NEEDED.map(setting);
  return { bucket: { endpoint, region: setting('MEDIA_S3_REGION') ?? DEFAULT_REGION, bucket, keyId, secret } };
}
