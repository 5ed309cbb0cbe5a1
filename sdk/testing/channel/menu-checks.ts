import type { ChannelCheck } from './check.ts';
import { ChannelCompany } from './channel-company.ts';
import { poll } from '../eventually.ts';

/** A new customer is asked to choose a queue. */
export const menus: ChannelCheck = {
  title: 'offers a menu to tap, and treats the tapped option as the answer',
  appliesTo: ({ choose }) => choose !== undefined,
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const names = [shop.text('Vendas'), shop.text('Suporte')];
    const queueIds = await shop.offer(names);
    const status = await shop.driver.deliver(shop.message(0));
    if (status >= 300) return [`the door answered ${status} to a customer's message`];
    const menu = await poll(async () =>
      (await shop.driver.reached()).find(({ options }) => options !== undefined && options.length > 0),
    );
    if (!menu) return ['no menu with options reached the customer'];
    const breaches: string[] = [];
    if (menu.options?.length !== names.length)
      breaches.push(`the menu has ${menu.options?.length} options for ${names.length} departments`);
    const second = menu.options?.[1];
    const answer = await shop.driver.choose?.(menu, second?.id ?? '');
    if (answer === undefined || answer >= 300) breaches.push(`a tapped option was answered ${answer}`);
    const placed = await shop.poll(async () => (await shop.tickets()).find(({ queueId }) => queueId === queueIds[1]));
    if (!placed) breaches.push('what was tapped did not lead to its department');
    if ((await shop.tickets()).length !== 1) breaches.push('an answer to the menu began another conversation');
    return breaches;
  },
};
