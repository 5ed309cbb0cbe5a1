import type { MessageView, TicketView } from '@balcao/tickets/contract';
import type { TestHost } from '@balcao/testing';
import type { AccountView, AnswerWay, CommentView, MetaChannel } from '../contract.ts';
import { MetaFixture } from './meta-fixture.ts';
import type { MetaSimulator, SimulatedComment } from './meta/simulator.ts';
import type { WireEntry } from './meta/vectors.ts';
import * as wire from './meta/vectors.ts';

export const author = '5519970010001';

/** A company that receives the comments on its posts. */
export class CommentFixture {
  readonly meta: MetaSimulator;
  readonly base: MetaFixture;
  private constructor(meta: MetaSimulator, base: MetaFixture) {
    this.meta = meta;
    this.base = base;
  }
  static async open(host: TestHost, meta: MetaSimulator, channel: MetaChannel): Promise<CommentFixture> {
    const base = await MetaFixture.open(host, meta, channel, { hasComments: true });
    const fixture = new CommentFixture(meta, base);
    const { status, body } = await fixture.turn(true);
    if (status !== 200) throw new Error(`switching comments on answered ${status} ${JSON.stringify(body)}`);
    return fixture;
  }

  turn(isOn: boolean): Promise<{ status: number; body: AccountView & { error?: string } }> {
    return this.base.admin.put(`/meta/connections/${this.base.connectionId}/comments`, { isOn });
  }
  get isInstagram(): boolean {
    return this.base.channel === 'instagram';
  }
  post(text = 'Mutirão de sábado na praça', isLive = false): string {
    return this.meta.post(text, isLive);
  }
  comment(text: string, more: Partial<SimulatedComment> = {}): SimulatedComment {
    return this.meta.comment({
      ownerId: this.base.account,
      postId: more.postId ?? this.post(),
      person: author,
      text,
      ...more,
    });
  }
  entry(
    one: SimulatedComment,
    more: { verb?: wire.PageComment['verb']; name?: string; adId?: string } = {},
  ): WireEntry {
    if (!this.isInstagram) return wire.feedComment(this.base.account, { ...one, ...more });
    return wire.instagramComment(this.base.account, {
      ...one,
      ...more,
      field: one.isLive ? 'live_comments' : 'comments',
    });
  }
  deliver(...entries: WireEntry[]): Promise<number> {
    return this.meta.webhooks.deliver(this.isInstagram ? 'instagram' : 'page', entries);
  }
  /** A customer comments; returns the conversation, accepted by the administrator, and the message. */
  async commented(
    text: string,
    more: Partial<SimulatedComment> = {},
  ): Promise<{ comment: SimulatedComment; ticket: TicketView; message: MessageView }> {
    const comment = this.comment(text, more);
    await this.deliver(this.entry(comment));
    const ticket = await this.base.conversation();
    const message = (await this.base.said(ticket.id)).find(({ context }) => context?.id === comment.id);
    if (!message) throw new Error('the comment was not stored');
    return { comment, ticket, message };
  }
  answer(
    messageId: number,
    way: AnswerWay,
    body: string,
    more: object = {},
  ): Promise<{ status: number; body: MessageView & { error?: string } }> {
    return this.base.admin.post(`/meta/comments/${messageId}/answers`, { way, body, ...more });
  }
  async view(ticketId: number): Promise<CommentView[]> {
    return (await this.base.admin.get<CommentView[]>(`/meta/tickets/${ticketId}/comments`)).body;
  }
  /** Returns the company’s comments under its posts. */
  answers(): SimulatedComment[] {
    return [...this.meta.state.comments.values()].filter(
      ({ isOwn, ownerId }) => isOwn && ownerId === this.base.account,
    );
  }
}
