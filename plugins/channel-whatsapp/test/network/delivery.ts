import { getBinaryNodeChild, getBinaryNodeChildren, jidNormalizedUser, type BinaryNode, type proto } from 'baileys';
import type { Account } from './account.ts';
import { numberOf } from './queries.ts';
import { now, Telephones, type Reached } from './telephones.ts';
import type { ClientWire } from './wire.ts';

/** Delivers devices’ messages to the phones of all recipients, each message once by its id. */
export class Delivery extends Telephones {
  readonly reached: Reached[] = [];
  /** Messages that customers could not decipher. They do not request them again, as phones would. */
  readonly undecipherable: string[] = [];
  readonly #taken = new Set<string>();
  /**
   * Closes a device’s socket instead of acknowledging a message, this many times: it was accepted, and the device cannot
   * know.
   */
  acksToLose = 0;
  /** Refuses this many messages of devices, with this number. */
  refusals = 0;
  refusalCode = '479';

  protected async deliver(node: BinaryNode, wire: ClientWire, account: Account): Promise<void> {
    const { id = '', to = '' } = node.attrs;
    const error = this.#refusal(to);
    if (error !== undefined) {
      wire.send({ tag: 'ack', attrs: { class: 'message', id, from: to, t: now(), error } });
      return;
    }
    const key = `${account.number}/${id}`;
    if (!this.#taken.has(key)) {
      this.#taken.add(key);
      await this.#bring(node, account);
    }
    if (this.acksToLose > 0) {
      this.acksToLose -= 1;
      wire.cut();
      if (account.wire === wire) account.wire = undefined;
      return;
    }
    wire.send({ tag: 'ack', attrs: { class: 'message', id, from: to, t: now() } });
  }

  #refusal(to: string): string | undefined {
    if (this.refusals > 0) {
      this.refusals -= 1;
      return this.refusalCode;
    }
    return !to.endsWith('@g.us') && this.person(numberOf(to)).isAbsent ? '404' : undefined;
  }

  async #bring(node: BinaryNode, account: Account): Promise<void> {
    const { id = '', to = '' } = node.attrs;
    const forOne = (getBinaryNodeChildren(getBinaryNodeChild(node, 'participants'), 'to') ?? []).map(
      (child) => [child.attrs['jid'] ?? '', getBinaryNodeChild(child, 'enc')] as const,
    );
    const direct = getBinaryNodeChild(node, 'enc');
    const isGroup = to.endsWith('@g.us');
    const all = isGroup || !direct ? forOne : [[to, direct] as const, ...forOne];
    for (const [jid, enc] of all) {
      const number = numberOf(jidNormalizedUser(jid));
      if (!enc || number === account.number) continue;
      const message = await this.#read(number, account, enc);
      if (isGroup && message?.senderKeyDistributionMessage)
        await this.person(number).learnSenderKey(account.address, message.senderKeyDistributionMessage);
      else if (message) this.reached.push({ id, from: account.number, to: number, message });
    }
    if (!isGroup || !direct) return;
    const group = to.slice(0, to.indexOf('@'));
    const reader = this.groups.get(group)?.members.find((number) => number !== account.number) ?? '';
    const message = await this.person(reader).decryptFromGroup(to, account.address, direct.content as Uint8Array);
    this.reached.push({ id, from: account.number, to: group, message });
  }

  async #read(number: string, account: Account, enc: BinaryNode): Promise<proto.Message | undefined> {
    try {
      return await this.person(number).decrypt(account.address, enc.attrs['type'] ?? '', enc.content as Uint8Array);
    } catch (error) {
      this.undecipherable.push(`${number}: ${String(error)}`);
      return undefined;
    }
  }
}
