import { asQuery, sampleOf } from './sample.ts';
import { parametersOf, pathWith, type Known, type Route } from './routes.ts';

/** A request that an attacker or a faulty program might send. */
export interface Attack {
  title: string;
  /** Address below `/api`. */
  where: string;
  headers?: Record<string, string>;
  body?: string | FormData;
  /** Replaces the caller's token. */
  token?: string;
}

const deep = (levels: number, open: string, close: string): string => open.repeat(levels) + close.repeat(levels);
const json = { 'content-type': 'application/json' };

/** Values for a field, each written as JSON. */
const values: [string, string][] = [
  ['null', 'null'],
  ['true', 'true'],
  ['an object', '{"a":{"b":[1]}}'],
  ['a list', '[1,"2",null]'],
  ['an empty text', '""'],
  ['a null byte', '"a\\u0000b"'],
  ['half a character', '"\\ud800"'],
  ['10^30', '1e30'],
  ['a number past 64 bits', '99999999999999999999'],
  ['a fraction', '1.5'],
  ['below zero', '-1'],
  ['an infinite date', '"infinity"'],
  ['a year nobody lives', '"999999-12-31T00:00:00Z"'],
  ['SQL', `"'; select pg_sleep(9); --"`],
  ['a pattern', '"%_\\\\(*["'],
  ['writing from right to left', '"\\u202e\\u0301\\u200d🧑‍⚖️"'],
];
const large: [string, string][] = [
  ['a text of 1 MB', `"${'á'.repeat(500_000)}"`],
  ['a deep list', deep(5_000, '[', ']')],
  ['a deep object', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ['a long list', `[${'1,'.repeat(100_000)}1]`],
];
const bodies: [string, string][] = [
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['a number', '5'],
  ['half an object', '{"a":'],
  ['no JSON', 'name=Ana&number=1'],
  ['an empty object', '{}'],
  ['a poisoned object', '{"__proto__":{"profile":"admin"},"constructor":{"prototype":{}}}'],
  ['a very deep list', deep(200_000, '[', ']')],
  ['over the limit', `{"x":"${'x'.repeat(1_100_000)}"}`],
  ['bytes', '\u0000\u0001\ufffd'],
];
const parameters = [
  '0',
  '-1',
  '1.5',
  '1e30',
  '2147483648',
  '99999999999999999999',
  '%00',
  'a%00b',
  '%E0%A4%A',
  '..%2f..%2f',
  'null',
  '%F0%9F%98%80',
  `'%20or%201=1`,
  'A'.repeat(3_000),
  '7a1f2a8e-55f4-4a0e-9d3c-0a4b5c6d7e8f',
  '%252e',
];
const queries = [
  '',
  '%00',
  '1e30',
  '-1',
  '99999999999999999999',
  'null',
  '%F0%9F%98%80',
  '%25_(',
  '[]',
  '{}',
  'A'.repeat(6_000),
  '2026-13-45',
  '1,2,x',
  '%E0%A4%A',
];

const with_ = (sample: Record<string, unknown>, field: string, value: string): string => {
  const { [field]: _replaced, ...rest } = sample;
  const head = JSON.stringify(rest).slice(0, -1);
  return `${head}${head === '{' ? '' : ','}${JSON.stringify(field)}:${value}}`;
};

const multipart = (where: string): Attack[] => {
  const form = (boundary: string) => ({ 'content-type': `multipart/form-data; boundary=${boundary}` });
  const part =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
  const named = (name: string, type: string, bytes: BlobPart): FormData => {
    const data = new FormData();
    data.append('file', new Blob([bytes], { type }), name);
    return data;
  };
  const many = new FormData();
  for (let n = 0; n < 30; n += 1) many.append('file', new Blob(['x'], { type: 'text/plain' }), `${n}.txt`);
  const fields = new FormData();
  for (let n = 0; n < 1_500; n += 1) fields.append(`field${n}`, 'x');
  return [
    { title: 'a form without a boundary', where, headers: { 'content-type': 'multipart/form-data' }, body: part },
    { title: 'a form with another boundary', where, headers: form('other'), body: `${part}x\r\n--b--` },
    { title: 'a form cut short', where, headers: form('b'), body: `${part}half of a pic` },
    { title: 'an empty form', where, headers: form('b'), body: '' },
    { title: 'a form with a broken header', where, headers: form('b'), body: '--b\r\n\r\n:::\r\n--b--' },
    {
      title: 'a form with a field that is a path',
      where,
      headers: form('b'),
      body: `--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--`,
    },
    { title: 'an empty file', where, body: named('nada.pdf', 'application/pdf', '') },
    {
      title: 'a program that says it is a picture',
      where,
      body: named('foto.png', 'image/png', 'MZ\u0090\u0000 not a picture'),
    },
    {
      title: 'a picture that is not whole',
      where,
      body: named('foto.png', 'image/png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])),
    },
    {
      title: 'a page that runs scripts',
      where,
      body: named('a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    },
    { title: 'a file with a path for a name', where, body: named('../../../etc/passwd', 'text/plain', 'linha\n') },
    {
      title: 'a file with a name of 5,000 letters',
      where,
      body: named(`${'a'.repeat(5_000)}.txt`, 'text/plain', 'linha\n'),
    },
    { title: 'thirty files', where, body: many },
    { title: 'fifteen hundred fields', where, body: fields },
  ];
};

const bodyAttacks = (route: Route, where: string, known: Known): Attack[] => {
  const sample = sampleOf(route.input.body, known);
  const fields = Object.keys(sample);
  const attack = (description: string, body: string, headers: Record<string, string> = json): Attack => ({
    title: description,
    where,
    body,
    headers,
  });
  return [
    attack('what is right', JSON.stringify(sample)),
    ...bodies.map(([description, text]) => attack(`a body that is ${description}`, text)),
    ...fields.flatMap((field) =>
      values.map(([description, value]) => attack(`${field} is ${description}`, with_(sample, field, value))),
    ),
    ...fields.map((field) =>
      attack(
        `${field} is missing`,
        JSON.stringify(Object.fromEntries(Object.entries(sample).filter(([name]) => name !== field))),
      ),
    ),
    ...large.flatMap(([description, value]) =>
      fields.slice(0, 3).map((field) => attack(`${field} is ${description}`, with_(sample, field, value))),
    ),
    ...[
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      'nonsense',
      '',
    ].map((type) => attack(`the type is "${type}"`, JSON.stringify(sample), { 'content-type': type })),
    attack('it claims to be compressed', JSON.stringify(sample), { ...json, 'content-encoding': 'gzip' }),
    ...(route.input.files ? multipart(where) : multipart(where).slice(0, 4)),
  ];
};

/** Returns every attack on one route. */
export const attacksOn = (route: Route, own: Known, others: Known, tokens: readonly string[]): Attack[] => {
  const { input, method } = route;
  const base = pathWith(route, own);
  const query = sampleOf(input.query, own);
  const where = `${base}${asQuery(query)}`;
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const body = hasBody ? JSON.stringify(sampleOf(input.body, own)) : undefined;
  const plain = (description: string, at: string, more: Partial<Attack> = {}): Attack => ({
    title: description,
    where: at,
    ...(body !== undefined && { body, headers: json }),
    ...more,
  });
  return [
    plain('as it should be', where),
    ...tokens.map((token) => plain(`the token ${JSON.stringify(token.slice(0, 20))}`, where, { token })),
    ...parametersOf(route).flatMap((name) =>
      parameters.map((text) => plain(`:${name} is ${text.slice(0, 30)}`, pathWith(route, own, { [name]: text }))),
    ),
    ...(route.path.includes(':') ? [plain('ids of another company', pathWith(route, others))] : []),
    ...Object.keys(query).flatMap((name) =>
      queries.map((text) => plain(`?${name} is ${text.slice(0, 30)}`, `${base}?${name}=${text}`)),
    ),
    ...Object.keys(query).map((name) => plain(`?${name} twice`, `${base}?${name}=1&${name}=2`)),
    plain('a query that nobody asked for', `${base}?__proto__[a]=1&constructor=2&=&%00=%00&&`),
    plain('a language that is none', where, {
      headers: { ...(body !== undefined && json), 'x-language': `xx\t${'y'.repeat(500)}`, 'accept-language': ';;q=,' },
    }),
    ...(hasBody ? bodyAttacks(route, where, own) : []),
  ];
};
