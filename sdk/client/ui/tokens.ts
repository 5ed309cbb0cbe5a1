import type { Theme } from '@fluentui/react-components';

/** Tokens that Fluent does not have. The theme contains them, so each is a CSS variable of the same name. */
export interface ExtraTokens {
  /** Background of conversation, board and dashboard. */
  canvas: string;
  /** Top bar and rail. */
  chrome: string;
  /** Cards, composer, popovers. */
  raised: string;
  /** The selected segment. */
  segOn: string;
  selected: string;
  selectedHover: string;
  /** Messages from outside. */
  bubbleIn: string;
  bubbleInStroke: string;
  /** Messages of the company. */
  bubbleOut: string;
  bubbleOutStroke: string;
  /** Internal notes: always with a lock and words. */
  noteBg: string;
  noteStroke: string;
  noteText: string;
  noteAccent: string;
  ackIdle: string;
  ackRead: string;
  /** Status colours: always with a dot or icon and words. */
  ok: string;
  okBg: string;
  warn: string;
  warnBg: string;
  bad: string;
  badBg: string;
  badStroke: string;
  info: string;
  infoBg: string;
  unread: string;
  presence: string;
  /** The secondary series of a chart. */
  ghost: string;
  chart: string;
  scrim: string;
  fontSizeMessage: string;
  lineHeightMessage: string;
  avatarLightness: string;
  avatarChroma: string;
  avatarTextLightness: string;
  avatarTextChroma: string;
}

export type BalcaoTheme = Theme & ExtraTokens;

const names = [
  'canvas',
  'chrome',
  'raised',
  'segOn',
  'selected',
  'selectedHover',
  'bubbleIn',
  'bubbleInStroke',
  'bubbleOut',
  'bubbleOutStroke',
  'noteBg',
  'noteStroke',
  'noteText',
  'noteAccent',
  'ackIdle',
  'ackRead',
  'ok',
  'okBg',
  'warn',
  'warnBg',
  'bad',
  'badBg',
  'badStroke',
  'info',
  'infoBg',
  'unread',
  'presence',
  'ghost',
  'chart',
  'scrim',
  'fontSizeMessage',
  'lineHeightMessage',
  'avatarLightness',
  'avatarChroma',
  'avatarTextLightness',
  'avatarTextChroma',
] as const satisfies readonly (keyof ExtraTokens)[];

/** CSS variables of the tokens: `ext.canvas` is `var(--canvas)`. Use it in makeStyles beside Fluent's `tokens`. */
export const ext = Object.fromEntries(names.map((name) => [name, `var(--${name})`])) as Record<
  keyof ExtraTokens,
  string
>;

/** Returns the text colour at `percent` opacity: a tint that follows the theme. */
export const tint = (percent: number): string =>
  `color-mix(in srgb, var(--colorNeutralForeground1) ${percent}%, transparent)`;

/** The `boxShadow` of a mark in a user-defined colour: an edge that is visible on a background of the same colour. */
export const edge = `inset 0 0 0 1px ${tint(34)}`;
