import { encodeBigEndian, getBinaryNodeChild, getBinaryNodeChildren, jidDecode, type BinaryNode } from 'baileys';
import type { Account } from './account.ts';
import { host, type Person } from './person.ts';

/** The network’s data, as far as its answers need it. */
export interface Directory {
  person(number: string): Person;
  groups: ReadonlyMap<string, Group>;
  mediaHost: string;
}
export interface Group {
  id: string;
  subject: string;
  /** Numbers of its members, including the company’s. */
  members: string[];
}

/** Ids and numbers have the same digits in this network. */
export const numberOf = (jid: string): string => {
  const { user = '', server } = jidDecode(jid) ?? {};
  return server === 'lid' ? user.slice(1) : user;
};

const now = (): string => String(Math.floor(Date.now() / 1000));
const bytesOf = (node: BinaryNode | undefined): Buffer => Buffer.from((node?.content as Uint8Array | undefined) ?? []);

const preKeysIn = (node: BinaryNode) =>
  getBinaryNodeChildren(getBinaryNodeChild(node, 'list'), 'key').map((key) => ({
    keyId: bytesOf(getBinaryNodeChild(key, 'id')).readUIntBE(0, 3),
    publicKey: bytesOf(getBinaryNodeChild(key, 'value')),
  }));

const keysOf = async (jid: string, directory: Directory): Promise<BinaryNode> => {
  const bundle = await directory.person(numberOf(jid)).bundle();
  const { keyId, publicKey, signature } = bundle.signedPreKey;
  const part = (tag: string, content: Uint8Array): BinaryNode => ({ tag, attrs: {}, content });
  return {
    tag: 'user',
    attrs: { jid, t: now() },
    content: [
      part('registration', encodeBigEndian(bundle.registrationId)),
      part('type', Buffer.from([5])),
      part('identity', bundle.identityKey),
      {
        tag: 'skey',
        attrs: {},
        content: [part('id', encodeBigEndian(keyId, 3)), part('value', publicKey), part('signature', signature)],
      },
      {
        tag: 'key',
        attrs: {},
        content: [part('id', encodeBigEndian(bundle.preKey.keyId, 3)), part('value', bundle.preKey.publicKey)],
      },
    ],
  };
};

const encryption = async (node: BinaryNode, account: Account, directory: Directory): Promise<BinaryNode[]> => {
  if (getBinaryNodeChild(node, 'count')) return [{ tag: 'count', attrs: { value: String(account.preKeys.length) } }];
  if (getBinaryNodeChild(node, 'digest')) return [{ tag: 'digest', attrs: {} }];
  const wanted = getBinaryNodeChild(node, 'key');
  if (wanted) {
    const users = getBinaryNodeChildren(wanted, 'user').map(({ attrs }) => keysOf(attrs['jid'] ?? '', directory));
    return [{ tag: 'list', attrs: {}, content: await Promise.all(users) }];
  }
  if (node.attrs['type'] === 'set') account.preKeys.push(...preKeysIn(node));
  return [];
};

/** Returns who has WhatsApp, on which devices, and under which id. */
const lookUp = (node: BinaryNode, account: Account, directory: Directory): BinaryNode[] => {
  const asked = getBinaryNodeChild(node, 'usync');
  const query = getBinaryNodeChild(asked, 'query')?.content;
  const wants = new Set(Array.isArray(query) ? query.map(({ tag }) => tag) : []);
  const users = getBinaryNodeChildren(getBinaryNodeChild(asked, 'list'), 'user').map((user): BinaryNode => {
    const phone = getBinaryNodeChild(user, 'contact')?.content;
    const given = user.attrs['jid'];
    const number = phone === undefined ? numberOf(given ?? '') : phone.toString().replace(/\D/g, '');
    const isOwn = number === account.number;
    const device = (id: number): BinaryNode => ({ tag: 'device', attrs: { id: String(id), 'key-index': String(id) } });
    const devices = isOwn ? [device(0), device(account.device)] : [device(0)];
    const exists = isOwn || !directory.person(number).isAbsent;
    return {
      tag: 'user',
      attrs: { jid: given ?? `${number}@${host}` },
      content: [
        ...(wants.has('contact') ? [{ tag: 'contact', attrs: { type: exists ? 'in' : 'out' } }] : []),
        ...(wants.has('devices')
          ? [{ tag: 'devices', attrs: {}, content: [{ tag: 'device-list', attrs: {}, content: devices }] }]
          : []),
        ...(wants.has('lid') ? [{ tag: 'lid', attrs: { val: `9${number}@lid` } }] : []),
      ],
    };
  });
  const sid = asked?.attrs['sid'] ?? '';
  return [
    {
      tag: 'usync',
      attrs: { sid, index: '0', last: 'true' },
      content: [
        { tag: 'result', attrs: {} },
        { tag: 'list', attrs: {}, content: users },
      ],
    },
  ];
};

const groupInfo = (node: BinaryNode, directory: Directory): BinaryNode[] => {
  const group = directory.groups.get((node.attrs['to'] ?? '').split('@')[0] ?? '');
  if (!group) return [];
  const { id, subject, members } = group;
  const participants = members.map((number) => ({
    tag: 'participant',
    attrs: { jid: `${number}@${host}`, lid: `9${number}@lid` },
  }));
  const attrs = {
    id,
    subject,
    creation: '1700000000',
    creator: `${members[0]}@${host}`,
    addressing_mode: 'pn',
    size: String(members.length),
  };
  return [{ tag: 'group', attrs, content: participants }];
};

/** The collections of settings and names that devices share: they are empty here. */
const shared = (node: BinaryNode): BinaryNode[] => {
  const wanted = getBinaryNodeChildren(getBinaryNodeChild(node, 'sync'), 'collection');
  const content = wanted.map(({ attrs }) => ({
    tag: 'collection',
    attrs: { name: attrs['name'] ?? '', version: '0' },
  }));
  return [{ tag: 'sync', attrs: {}, content }];
};

const pictureOf = (node: BinaryNode, { person, mediaHost }: Directory): BinaryNode[] => {
  const { picture } = person(numberOf(node.attrs['target'] ?? ''));
  if (!picture) return [];
  const url = `https://${mediaHost}${picture.path}`;
  return [{ tag: 'picture', attrs: { id: picture.id, type: 'preview', url } }];
};

/** Answers a device’s query. */
export const answerTo = async (node: BinaryNode, account: Account, directory: Directory): Promise<BinaryNode[]> => {
  const { xmlns } = node.attrs;
  if (xmlns === 'encrypt') return encryption(node, account, directory);
  if (xmlns === 'usync') return lookUp(node, account, directory);
  if (xmlns === 'w:g2') return groupInfo(node, directory);
  if (xmlns === 'w:sync:app:state') return shared(node);
  if (xmlns === 'w:profile:picture') return pictureOf(node, directory);
  if (xmlns === 'w:m') {
    const server = { tag: 'host', attrs: { hostname: directory.mediaHost, maxContentLengthBytes: '104857600' } };
    return [{ tag: 'media_conn', attrs: { auth: 'simulated', ttl: '3600' }, content: [server] }];
  }
  if (xmlns === 'abt') return [{ tag: 'props', attrs: { hash: 'simulated' }, content: [] }];
  if (xmlns === 'blocklist') return [{ tag: 'list', attrs: {}, content: [] }];
  if (xmlns === 'privacy') {
    const receipts = { tag: 'category', attrs: { name: 'readreceipts', value: 'all' } };
    return [{ tag: 'privacy', attrs: {}, content: [receipts] }];
  }
  return [];
};
