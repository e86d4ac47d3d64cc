/** What people, and programs in their name, put into fields: none of it may be saved. */

export const SCRIPT = '"><script>alert(document.cookie)</script>';
const LONG = 'x'.repeat(5_000);
/** No text at all, or one that can't be shown or stored. */
const NO_TEXT = [5, ['a'], { a: 1 }, 'com\0zero', '\uD800'];
const line = ['', '   ', null, LONG, ...NO_TEXT];
const NOBODY = '987654321';
const id = ['', 'abc', NOBODY, '9'.repeat(19), '1 or 1=1', '-1', SCRIPT, { id: 1 }, null];
const flag = ['sim', 'true', 1, null, [], {}];
const limit = [-1, 1.5, '5', 'muitos', 1e12, true, []];

/** Another company's, by what they are. */
export interface Foreign {
  readonly user: string;
  readonly role: string;
  readonly department: string;
  readonly instance: string;
}

/** What a field may never hold, by its name on the wire. */
export function wrongValues({
  user,
  role,
  department,
  instance,
}: Foreign): Readonly<Record<string, readonly unknown[]>> {
  const ids = (theirs: string) => [
    ['abc'],
    [NOBODY],
    [theirs],
    [SCRIPT],
    { a: 1 },
    Array.from({ length: 501 }, (_, at) => String(at + 1)),
  ];
  return {
    name: line,
    display_name: line,
    username: ['', 'ab', null, LONG, SCRIPT, 'com espaço', '.ponto', ...NO_TEXT],
    email: ['', null, 'sem-arroba', 'a@b', 'um@x.example, dois@x.example', `${LONG}@x.example`, SCRIPT, ...NO_TEXT],
    password: ['', null, 'curta', 'aaa#BBB1!', '12345678', LONG, 5, ['Uma#outra+senha9'], { a: 1 }],
    role_id: [...id, role],
    roleId: [...id, role],
    user_department_id: ['abc', NOBODY, department, SCRIPT, { a: 1 }],
    chosen_instances: ids(instance),
    instance_ids: ids(instance),
    member_ids: ids(user),
    user_ids: ids(user),
    image: [
      'javascript:alert(1)',
      'http://x.example/a.png',
      'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=',
      'data:image/png;base64,AAAA',
      `data:image/png;base64,${'A'.repeat(300_000)}`,
      SCRIPT,
      5,
      ['a'],
    ],
    permissions: [
      null,
      'users',
      ['nowhere'],
      ['tenants'],
      [SCRIPT],
      [5],
      { a: 1 },
      Array.from({ length: 201 }, () => 'users'),
    ],
    cnpj: ['', null, '11.444.777/0001-62', '00.000.000/0000-00', '12.345.678/0001-95', LONG, SCRIPT, ...NO_TEXT],
    template: ['', LONG, ...NO_TEXT],
    pool: ['', 'a,b', 'com espaço', LONG, SCRIPT, ...NO_TEXT],
    timezone: ['', 'America/Nenhuma', LONG, ...NO_TEXT],
    userLimit: [0, ...limit],
    instanceLimit: limit,
    messageLimit: limit,
    features: ['reports', ['nenhum'], [5], null, { a: 1 }],
    option: ['', 'nenhum', null, SCRIPT, ...NO_TEXT],
    enabled: flag,
    creates_users: flag,
    on: flag,
    label: line,
    client_id: line,
    client_secret: ['', LONG, ...NO_TEXT],
    issuer: [
      '',
      null,
      'sem esquema',
      'ftp://login.example',
      'javascript:alert(1)',
      'https://x.example/?a=b',
      LONG,
      SCRIPT,
      ...NO_TEXT,
    ],
    email_domain: ['', null, 'semponto', 'a b.example', 'x@y@z.example', LONG, SCRIPT, ...NO_TEXT],
    message: [LONG, ...NO_TEXT],
    minutes: [0, 4_321, ...limit],
    title: line,
    description: [LONG, ...NO_TEXT],
    url: [
      '',
      null,
      'http://videos.example',
      'javascript:alert(1)',
      'https://a:b@videos.example',
      LONG,
      SCRIPT,
      ...NO_TEXT,
    ],
    language: ['', 'fr', SCRIPT, 5, ['pt_BR']],
    position: [0, 1_000, ...limit, null],
    activated: flag.filter((value) => value !== null),
    isOfficial: flag,
    isUnlimited: flag,
    two_factor: flag,
    two_factor_required: flag,
    unlimitedSync: flag,
    tenantName: ['', 'nenhuma', null, LONG, SCRIPT, '../brisa', ...NO_TEXT],
    phone_number: ['12', 'abc', LONG, SCRIPT, 5, ['551140009999']],
    phone_number_id: ['abc', '12', LONG, SCRIPT, 5, ['300000000000001']],
    access_token: ['', 'curto', 'com espaço no meio', LONG, 5, ['EAAG-0123456789']],
    daysAgo: [0, -1, 91, 1.5, '7', 'muitos', true],
    greeting: [LONG, '\uD800', 'com\0zero', ['a'], { a: 1 }],
    off_hours_text: [LONG, '\uD800', 'com\0zero', ['a'], { a: 1 }],
    opening_hours: [
      [{ weekday: 7, opens: '08:00', closes: '12:00' }],
      [{ weekday: 1, opens: '24:00', closes: '12:00' }],
      [{ weekday: 1, opens: SCRIPT, closes: '12:00' }],
      [{ weekday: 1 }],
      'sempre',
    ],
    holidays: [
      [{ day: '2026-02-30', name: 'Não há', yearly: false }],
      [{ day: '2026-12-25', name: '', yearly: true }],
      [{ day: '2026-12-25', name: LONG, yearly: true }],
      [{ day: SCRIPT, name: 'Natal', yearly: true }],
      'nunca',
    ],
    distribution: ['', 'aleatória', SCRIPT, ['manual'], { a: 1 }],
    max_open_tickets: [0, ...limit],
    transfer_after_minutes: [0, 1_441, ...limit],
    code: ['', null, '12', 'abcdef', '000000000', LONG, SCRIPT, 5, ['123456']],
    token: ['', null, 'x', `1.${'a'.repeat(43)}`, LONG, SCRIPT, 5],
    key: ['', 'nenhuma', 'toString', '__proto__', LONG, SCRIPT, '../brisa', ...NO_TEXT],
    pdf: [
      '',
      null,
      'termos.pdf',
      'data:application/pdf;base64,AAAA',
      'data:application/pdf;base64,JVBERi0xLjc=',
      'data:text/html;base64,JVBERi0xLjcKJSVFT0YK',
      `data:application/pdf;base64,${'A'.repeat(4_300_000)}`,
      SCRIPT,
      5,
      ['a'],
    ],
    version: ['de ontem', LONG, 5, ['1']],
    id,
    user_id: [...id, user],
  };
}
