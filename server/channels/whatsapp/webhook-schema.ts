import * as z from 'zod/mini';

// Meta adds fields without notice: objects are loose, and only what we read is validated.

const idSchema = z.string().check(z.minLength(1), z.maxLength(512));
const textSchema = z.string();
/** A number or a user id; may be empty if the other one identifies the sender. */
const whoSchema = z.string().check(z.maxLength(512));

/** Unix seconds, which Meta sends as strings; numbers are accepted too. */
const timestampSchema = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,11}$/)), z.int().check(z.nonnegative(), z.lte(99_999_999_999))]),
  z.transform((seconds) => new Date(Number(seconds) * 1000)),
);

const mediaSchema = z.looseObject({
  id: idSchema,
  mime_type: z.optional(textSchema),
  sha256: z.optional(textSchema),
  filename: z.optional(textSchema),
  caption: z.optional(textSchema),
  voice: z.optional(z.boolean()),
});

const coordinateSchema = z.pipe(z.union([z.number(), z.string()]), z.transform(Number));
const latitudeSchema = coordinateSchema.check(z.refine((value) => Math.abs(value) <= 90));
const longitudeSchema = coordinateSchema.check(z.refine((value) => Math.abs(value) <= 180));

/** Meta sends numbers as strings too. */
const amountSchema = z
  .pipe(z.union([z.number(), z.string().check(z.regex(/^\d{1,15}(\.\d{1,9})?$/))]), z.transform(Number))
  .check(z.nonnegative());

/** A list's choice has a description too. */
const choiceSchema = z.looseObject({
  id: z.optional(textSchema),
  title: textSchema,
  description: z.optional(textSchema),
});

/** By `type`, the schema of the field of the same name. */
export const contentSchemas = {
  text: z.looseObject({ text: z.looseObject({ body: textSchema }) }),
  image: z.looseObject({ image: mediaSchema }),
  document: z.looseObject({ document: mediaSchema }),
  audio: z.looseObject({ audio: mediaSchema }),
  video: z.looseObject({ video: mediaSchema }),
  sticker: z.looseObject({ sticker: mediaSchema }),
  location: z.looseObject({
    location: z.looseObject({
      latitude: latitudeSchema,
      longitude: longitudeSchema,
      name: z.optional(textSchema),
      address: z.optional(textSchema),
    }),
  }),
  contacts: z.looseObject({
    contacts: z.array(
      z.looseObject({
        name: z.optional(
          z.looseObject({
            formatted_name: z.optional(textSchema),
            first_name: z.optional(textSchema),
            last_name: z.optional(textSchema),
          }),
        ),
        org: z.optional(z.looseObject({ company: z.optional(textSchema) })),
        phones: z.optional(z.array(z.looseObject({ phone: z.optional(textSchema), wa_id: z.optional(textSchema) }))),
        emails: z.optional(z.array(z.looseObject({ email: z.optional(textSchema) }))),
      }),
    ),
  }),
  interactive: z.looseObject({
    interactive: z.looseObject({
      type: textSchema,
      button_reply: z.optional(choiceSchema),
      list_reply: z.optional(choiceSchema),
      nfm_reply: z.optional(z.looseObject({ body: z.optional(textSchema), name: z.optional(textSchema) })),
    }),
  }),
  button: z.looseObject({ button: z.looseObject({ text: textSchema, payload: z.optional(textSchema) }) }),
  reaction: z.looseObject({ reaction: z.looseObject({ message_id: idSchema, emoji: z.optional(textSchema) }) }),
  order: z.looseObject({
    order: z.looseObject({
      text: z.optional(textSchema),
      product_items: z.array(
        z.looseObject({
          product_retailer_id: textSchema,
          quantity: amountSchema,
          item_price: amountSchema,
          currency: z.optional(textSchema),
        }),
      ),
    }),
  }),
  edit: z.looseObject({
    edit: z.looseObject({
      original_message_id: idSchema,
      message: z.optional(z.looseObject({ type: z.optional(textSchema) })),
    }),
  }),
  revoke: z.looseObject({ revoke: z.looseObject({ original_message_id: idSchema }) }),
  system: z.looseObject({
    system: z.looseObject({
      body: z.optional(textSchema),
      type: z.optional(textSchema),
      wa_id: z.optional(textSchema),
      user_id: z.optional(textSchema),
    }),
  }),
};

/** Common fields of messages. With usernames `from` may be missing, and `from_user_id` identifies the sender. */
export const messageHeadSchema = z
  .looseObject({
    id: idSchema,
    from: z.optional(whoSchema),
    from_user_id: z.optional(whoSchema),
    group_id: z.optional(textSchema),
    timestamp: timestampSchema,
    type: textSchema,
    context: z.optional(
      z.looseObject({
        id: z.optional(textSchema),
        forwarded: z.optional(z.boolean()),
        frequently_forwarded: z.optional(z.boolean()),
      }),
    ),
    referral: z.optional(z.looseObject({ source_url: z.optional(textSchema), headline: z.optional(textSchema) })),
  })
  .check(
    z.refine((message) => Boolean(message.from) || Boolean(message.from_user_id), 'neither from nor from_user_id'),
  );

const errorSchema = z.looseObject({
  code: z.int(),
  title: z.optional(textSchema),
  message: z.optional(textSchema),
  error_data: z.optional(z.looseObject({ details: z.optional(textSchema) })),
});

export const statusSchema = z.looseObject({
  id: idSchema,
  status: z.enum(['sent', 'delivered', 'read', 'played', 'failed']),
  timestamp: timestampSchema,
  recipient_id: z.optional(textSchema),
  recipient_user_id: z.optional(textSchema),
  biz_opaque_callback_data: z.optional(textSchema),
  /** Only ever for the price: a status counts without it. */
  pricing: z.optional(z.unknown()),
  errors: z.optional(z.array(errorSchema)),
});

export const pricingSchema = z.looseObject({
  category: z.string().check(z.regex(/^\w{1,40}$/)),
  billable: z.optional(z.boolean()),
});

/** `TIER_250`, `TIER_2K`, `TIER_UNLIMITED`; earlier versions had a number. */
export const capabilitySchema = z.looseObject({
  max_daily_conversations_per_business: z.optional(z.string().check(z.regex(/^TIER_(?:\d{1,7}K?|UNLIMITED)$/))),
  max_daily_conversation_per_phone: z.optional(z.int()),
});

export const numberQualitySchema = z.looseObject({ display_phone_number: z.string(), event: z.string() });

export const contactSchema = z.looseObject({
  wa_id: z.optional(textSchema),
  user_id: z.optional(textSchema),
  profile: z.optional(z.looseObject({ name: z.optional(textSchema) })),
});

export const bodySchema = z.looseObject({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.unknown()),
});

/** `id` is the account's. */
export const entrySchema = z.looseObject({ id: z.optional(z.unknown()), changes: z.array(z.unknown()) });

/** Ids may be numbers in some fields; longer ones than a number can hold were read as text. */
const templateIdSchema = z.union([z.string().check(z.regex(/^\d{1,32}$/)), z.int()]);

export const accountIdSchema = z.string().check(z.regex(/^\d{1,32}$/));

export const templateStatusSchema = z.looseObject({
  event: z.string(),
  message_template_id: templateIdSchema,
  reason: z.optional(z.nullable(z.string())),
  /** Of a pause: which one it is. */
  other_info: z.optional(z.nullable(z.looseObject({ title: z.optional(z.string()) }))),
  rejection_info: z.optional(z.nullable(z.looseObject({ reason: z.optional(z.string()) }))),
});

export const templateQualitySchema = z.looseObject({
  message_template_id: templateIdSchema,
  new_quality_score: z.string().check(z.regex(/^\w{1,40}$/)),
});

export const templateCategorySchema = z.looseObject({
  message_template_id: templateIdSchema,
  new_category: z.string().check(z.regex(/^\w{1,40}$/)),
});

export const preferencesSchema = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string().check(z.regex(/^\d{1,32}$/)) }),
  user_preferences: z.array(z.unknown()),
});

export const preferenceSchema = z.looseObject({
  wa_id: z.optional(textSchema),
  user_id: z.optional(textSchema),
  category: z.string(),
  value: z.enum(['stop', 'resume']),
  timestamp: timestampSchema,
});

export const changeSchema = z.looseObject({ field: z.string(), value: z.unknown() });

export const echoesValueSchema = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string().check(z.regex(/^\d{1,32}$/)) }),
  message_echoes: z.array(z.unknown()),
});
export const echoSchema = z.looseObject({ to: whoSchema });

export const messagesValueSchema = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string().check(z.regex(/^\d{1,32}$/)) }),
  contacts: z.optional(z.array(z.unknown())),
  messages: z.optional(z.array(z.unknown())),
  statuses: z.optional(z.array(z.unknown())),
  errors: z.optional(z.array(z.unknown())),
});
