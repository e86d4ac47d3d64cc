import { next } from './form.ts';
import type { Form } from './form.ts';
import { SCRIPT } from './values.ts';

const notColors = ['', 'verde-limão', SCRIPT, null, 5, ['blue'], { a: 1 }];
const notInReplies = {
  shortcut: ['', '   ', null, 'duas palavras', SCRIPT, 'x'.repeat(31), 5, ['a'], { a: 1 }],
  text: ['', '   ', null, 'Olá, {{nome}}!', 'x'.repeat(2_001), 'com\0zero', 5, ['a'], { a: 1 }],
};
const notInFields = {
  type: ['', 'cor', SCRIPT, null, 5, ['text'], { a: 1 }],
  position: [-1, 1.5, 1_000, '5', true, []],
  options: [[], [''], ['Sim', 'sim'], [5], { a: 1 }, Array.from({ length: 101 }, (_, at) => `Opção ${at}`)],
};

/** What a company keeps of its customers, and its quick replies. */
export const customerForms: readonly Form[] = [
  {
    call: 'newQuickReply',
    who: 'administrator',
    given: () => ({ shortcut: `atalho${next()}`, text: 'Olá, {{cliente}}!', personal: false }),
    not: { ...notInReplies, personal: ['sim', 'true', 1, null, [], {}] },
    table: 'quick_reply',
    makes: 'shortcut',
  },
  {
    call: 'updateQuickReply',
    who: 'administrator',
    given: (own) => ({ id: own.quickReply, shortcut: `outro${next()}`, text: 'Até logo!', version: null }),
    not: notInReplies,
    taken: { shortcut: 'TOMADO' },
    table: 'quick_reply',
  },
  {
    call: 'newTag',
    who: 'administrator',
    given: () => ({ name: `Etiqueta ${next()}`, color: 'blue' }),
    not: { color: notColors },
    texts: ['name'],
    table: 'tag',
    makes: 'name',
  },
  {
    call: 'updateTag',
    who: 'administrator',
    given: (own) => ({ id: own.tag, name: `Etiqueta ${next()}`, color: 'red', version: null }),
    not: { color: notColors },
    taken: { name: 'TOMADA' },
    texts: ['name'],
    table: 'tag',
  },
  {
    call: 'newCustomerField',
    who: 'administrator',
    given: () => ({ name: `Campo ${next()}`, type: 'choice', options: ['Sim', 'Talvez'], position: 1 }),
    not: notInFields,
    nullable: ['position'],
    texts: ['name'],
    table: 'customer_field',
    makes: 'name',
  },
  {
    call: 'updateCustomerField',
    who: 'administrator',
    given: (own) => ({
      id: own.field,
      name: `Campo ${next()}`,
      type: 'choice',
      options: ['Sim', 'Não'],
      position: 2,
      version: null,
    }),
    not: notInFields,
    nullable: ['position'],
    taken: { name: 'TOMADO' },
    texts: ['name'],
    table: 'customer_field',
  },
  {
    call: 'updateCustomer',
    who: 'administrator',
    given: (own) => ({
      id: own.customer,
      name: `Cliente ${next()}`,
      email: 'cliente@mail.example',
      note: 'Prefere à tarde.',
      timezone: 'America/Manaus',
      image: null,
      values: [{ field_id: own.field, value: 'Sim' }],
      version: null,
    }),
    not: {
      email: ['sem-arroba', 'a@b', SCRIPT, 5, ['a'], { a: 1 }],
      note: ['x'.repeat(2_001), 'com\0zero', '\uD800', 5, ['a'], { a: 1 }],
      timezone: ['America/Nenhum', '+03:00', 'EST', SCRIPT, 5, ['a'], { a: 1 }],
      values: [
        [{ field_id: '987654321', value: 'Sim' }],
        [{ field_id: 'abc', value: 'Sim' }],
        [{ value: 'Sim' }],
        'Sim',
        5,
        { a: 1 },
      ],
    },
    nullable: ['phone_number', 'email', 'note', 'timezone', 'image', 'values'],
    texts: ['name', 'note'],
    table: 'customer',
  },
];
