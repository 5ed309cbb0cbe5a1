import { invalid } from '@balcao/sdk/server';
import type { OutboundMenu } from '@balcao/connections/contract';
import { menuText } from '../rules/menu-text.ts';

const maxOptions = 100;
const maxIdLength = 200;

/** Validates a menu. Ids must be unique, because a tapped option is reported by its id. */
export const readMenu = (menu: OutboundMenu | undefined): OutboundMenu | undefined => {
  if (!menu) return undefined;
  const ids = new Set(menu.options.map(({ id }) => id));
  const isValid =
    ids.size === menu.options.length &&
    ids.size > 0 &&
    ids.size <= maxOptions &&
    menu.options.every(({ id, title }) => id !== '' && id.length <= maxIdLength && title.trim() !== '');
  if (!isValid) throw invalid({ menu: 'ERR_INVALID_VALUE' });
  return { text: menu.text, options: menu.options.map(({ id, title }) => ({ id, title })) };
};

/** Returns a menu as numbered text, for channels without options and for the company's people. */
export const menuWords = ({ text, options }: OutboundMenu): string =>
  menuText(
    text,
    options.map(({ title }, index) => ({ id: index, name: title })),
  );
