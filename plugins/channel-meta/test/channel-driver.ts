import type {
  ChannelConformanceOptions,
  ChannelDriver,
  ConformanceConnection,
  CustomerMessage,
  ReachedMessage,
} from '@balcao/testing';
import { saveAccount } from '../server/account/account.ts';
import type { MetaChannel } from '../contract.ts';
import { enterApp, verifyToken } from './meta-fixture.ts';
import type { AcceptedMessage, MetaSimulator, SimulatedPage } from './meta/simulator.ts';
import { echoed, entry, event, reaction, text, written, type WireEvent } from './meta/vectors.ts';

const personOf = (page: SimulatedPage, customer: number): string =>
  String(Number(page.pageId.slice(-6)) * 10_000 + 5_000_000_000_000 + customer);
const textOf = ({ message }: AcceptedMessage): string => String(message['text'] ?? '');

/** Plays Meta for the conformance suite, on one of the two channels. */
export const conformanceOf = (meta: MetaSimulator, channel: MetaChannel): ChannelConformanceOptions => {
  const pages = new Map<number, SimulatedPage>();
  const object = channel === 'instagram' ? 'instagram' : 'page';
  return {
    root: 'channel-meta',
    channel,
    reportsTime: true,
    async prepare({ host, company, connectionId }: ConformanceConnection) {
      const page = meta.page();
      pages.set(connectionId, page);
      await enterApp(host, meta, company);
      await saveAccount(company.scope('channel-meta'), {
        connectionId,
        channel,
        via: 'page',
        pageId: page.pageId,
        igId: channel === 'instagram' ? page.igId : '',
        name: page.name,
        username: page.igUsername,
        token: page.token,
        expiresAt: null,
        scopes: [],
        connectedAs: 'Marina Azevedo',
        personId: '1',
        ownApp: false,
        site: host.url,
      });
    },
    async drive({ company, connectionId }: ConformanceConnection): Promise<ChannelDriver> {
      const page = pages.get(connectionId) ?? meta.page();
      const account = channel === 'instagram' ? page.igId : page.pageId;
      const first = Number(personOf(page, 0));
      const send = (one: WireEvent, secret?: string): Promise<number> =>
        meta.webhooks.deliver(object, [entry(account, [one])], secret === undefined ? {} : { secret });
      const wire = ({ id, from, body, sentAt }: CustomerMessage): WireEvent =>
        written(personOf(page, from), account, text(body), { mid: `m_${id}`, at: sentAt });
      const refuse =
        (code: number, status: number, subcode = 0) =>
        async (): Promise<void> =>
          meta.refuse({
            code,
            status,
            subcode,
            fits: ({ path, body }) => path === `${page.pageId}/messages` && body['message'] !== undefined,
          });
      const known = (id: string): string =>
        meta.accepted.some(({ mid }) => mid === id) || id.startsWith('m_') ? id : `m_${id}`;
      return {
        deliver: (message) => send(wire(message)),
        forge: (message) => send(wire(message), 'a guess'),
        async reached() {
          const own = meta.accepted.filter(({ pageId }) => pageId === page.pageId);
          return own.map((one): ReachedMessage => {
            const options = one.message['quick_replies'] as { payload: string; title: string }[] | undefined;
            return {
              id: one.mid,
              to: Number(one.to) - first,
              body: textOf(one),
              ...(one.file && { file: one.file.name }),
              ...(options && { options: options.map(({ payload, title }) => ({ id: payload, title })) }),
            };
          });
        },
        async ack({ id, to }, ack) {
          const person = personOf(page, to);
          if (ack === 3)
            await send(
              event(
                person,
                account,
                channel === 'instagram' ? { read: { mid: id } } : { read: { watermark: Date.now() } },
              ),
            );
          else await send(event(person, account, { delivery: { mids: [id] } }));
        },
        ...(channel === 'instagram' && { acks: [3] as const }),
        echo: ({ id, to, body }) => send(echoed(personOf(page, to), account, text(body), { mid: id })),
        changes: {
          react: (id, from, emoji) => send(event(personOf(page, from), account, reaction(known(id), emoji))),
          // On Instagram the company may react with a heart only.
          ...(channel === 'facebook' && {
            reactionTo: async (id: string) => meta.state.reactions.get(`m_${id}`) ?? '',
          }),
          edit: (id, from, body) =>
            send(
              event(
                personOf(page, from),
                account,
                { message_edit: { mid: `m_${id}`, text: body, num_edit: 1 } },
                new Date(Date.now() + 2000),
              ),
            ),
          remove: (id, from) => send(written(personOf(page, from), account, { is_deleted: true }, { mid: `m_${id}` })),
        },
        choose: ({ to }, optionId) =>
          send(written(personOf(page, to), account, { text: optionId, quick_reply: { payload: optionId } })),
        fail: {
          retry: refuse(2, 500),
          refused: refuse(100, 400, 2018047),
          window: refuse(10, 400, 2018278),
          'invalid-contact': refuse(551, 400, 1545041),
        },
        // The token ends, and the same one is accepted again.
        link: {
          async cut() {
            meta.state.endedTokens.set(page.token, 463);
          },
          async mend() {
            meta.state.endedTokens.delete(page.token);
            await company.admin.post(`/whatsappsession/${connectionId}`);
          },
        },
        secrets: () => [page.token, meta.state.app.appSecret, verifyToken],
      };
    },
  };
};
