/** An error in a webhook's status or message. */
export interface WebhookError {
  readonly code: number;
  readonly title: string;
  readonly message: string;
  readonly error_data: { readonly details: string };
  readonly href: string;
}

/** An error answer of the Graph API. */
export interface GraphFailure {
  readonly httpStatus: number;
  readonly code: number;
  readonly message: string;
  readonly details: string | undefined;
  readonly subcode: number | undefined;
  /** The human-readable text. */
  readonly userMessage?: string;
}

const known: ReadonlyMap<number, readonly [httpStatus: number, title: string, details: string]> = new Map([
  [0, [401, 'AuthException', 'We were unable to authenticate the app user.']],
  [1, [400, 'API Unknown', 'Invalid request or possible server error.']],
  [2, [503, 'API Service', 'Temporary due to downtime or due to being overloaded.']],
  [4, [400, 'API Too Many Calls', 'The app has reached its API call rate limit.']],
  [10, [403, 'API Permission Denied', 'Permission is either not granted or has been removed.']],
  [100, [400, 'Invalid parameter', 'The request included one or more unsupported or misspelled parameters.']],
  [190, [401, 'Access token has expired', 'Your access token has expired.']],
  [368, [403, 'Temporarily blocked for policies violations', 'The account has been restricted from messaging.']],
  [130429, [400, 'Rate limit hit', 'Cloud API message throughput has been reached.']],
  [131000, [500, 'Something went wrong', 'Message failed to send due to an unknown error.']],
  [131016, [500, 'Service unavailable', 'A service is temporarily unavailable.']],
  [131021, [400, 'Recipient cannot be sender', 'Sender and recipient phone number is the same.']],
  [131026, [400, 'Message undeliverable', 'Unable to deliver message.']],
  [131031, [403, 'Account has been locked', 'The account has been restricted or disabled.']],
  [131042, [400, 'Business eligibility payment issue', 'There was an error related to your payment method.']],
  [131047, [400, 'Re-engagement message', 'More than 24 hours have passed since the customer last replied.']],
  [131048, [400, 'Spam rate limit hit', 'There are restrictions on how many messages can be sent from this number.']],
  [131049, [400, 'Meta chose not to deliver', 'Not delivered to maintain healthy ecosystem engagement.']],
  [131051, [400, 'Message type unknown', 'Message type is currently not supported.']],
  [131053, [400, 'Media upload error', 'Unable to upload the media used in the message.']],
  [131056, [400, 'Pair rate limit hit', 'Too many messages sent from the sender to the same recipient.']],
  [131050, [400, 'User opted out', 'The user has stopped marketing messages from your business.']],
  [132000, [400, 'Template param count mismatch', 'The number of parameters does not match the template.']],
  [132012, [400, 'Template parameter format mismatch', 'The parameters are not formatted as the template wants.']],
  [132015, [400, 'Template is paused', 'The template is paused due to low quality and cannot be sent.']],
  [132016, [400, 'Template is disabled', 'The template was paused too many times and is disabled.']],
  [132001, [404, 'Template does not exist', 'The template does not exist in the specified language.']],
]);

/** The error with a code, in webhook form. */
export function graphError(code: number): WebhookError {
  const [, title, details] = known.get(code) ?? [400, 'Unknown error', `Error ${code}.`];
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  };
}

/** The failure with a code, as a call's answer. */
export function graphFailure(code: number): GraphFailure {
  const [httpStatus, title, details] = known.get(code) ?? [400, 'Unknown error', `Error ${code}.`];
  return { httpStatus, code, message: `(#${code}) ${title}`, details, subcode: undefined };
}

/** The failure of an invalid parameter. */
export function invalid(message: string, code = 100): GraphFailure {
  return { httpStatus: 400, code, message: `(#${code}) ${message}`, details: message, subcode: undefined };
}

/** The body of a failure. */
export function graphFailureBody(failure: GraphFailure): unknown {
  return {
    error: {
      message: failure.message,
      type: 'OAuthException',
      code: failure.code,
      ...(failure.details === undefined
        ? {}
        : { error_data: { messaging_product: 'whatsapp', details: failure.details } }),
      ...(failure.subcode === undefined ? {} : { error_subcode: failure.subcode }),
      ...(failure.userMessage === undefined ? {} : { error_user_msg: failure.userMessage }),
      fbtrace_id: 'emulator',
    },
  };
}
