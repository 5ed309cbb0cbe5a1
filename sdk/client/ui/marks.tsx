import type { ReactNode } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircle16Filled,
  CircleSmall20Filled,
  ErrorCircle16Filled,
  Info16Filled,
  Warning16Filled,
} from '@fluentui/react-icons';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import { edge, ext, tint } from './tokens.ts';

const useStyles = makeStyles({
  count: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minWidth: '18px',
    height: '18px',
    paddingInline: '6px',
    borderRadius: tokens.borderRadiusCircular,
    fontSize: tokens.fontSizeBase100,
    lineHeight: 1,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    backgroundColor: tint(9),
    color: tokens.colorNeutralForeground2,
    flexShrink: 0,
  },
  unread: { backgroundColor: ext.unread, color: '#fff' },
  dot: { display: 'inline-block', borderRadius: '50%', flexShrink: 0, boxShadow: edge },
  square: { borderRadius: '2px' },
  tag: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '5px',
    minWidth: 0,
    maxWidth: '100%',
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    color: tokens.colorNeutralForeground2,
  },
  chip: {
    height: '22px',
    paddingInline: '7px',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightMedium,
  },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  pill: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    height: '22px',
    paddingInline: '6px 8px',
    borderRadius: tokens.borderRadiusMedium,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '22px',
    fontWeight: tokens.fontWeightMedium,
    whiteSpace: 'nowrap',
    flexShrink: 0,
  },
  ok: { color: ext.ok, backgroundColor: ext.okBg },
  warn: { color: ext.warn, backgroundColor: ext.warnBg },
  bad: { color: ext.bad, backgroundColor: ext.badBg },
  info: { color: ext.info, backgroundColor: ext.infoBg },
  neutral: { color: tokens.colorNeutralForeground2, backgroundColor: tint(7) },
});

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral';

const toneIcons = {
  ok: CheckmarkCircle16Filled,
  warn: Warning16Filled,
  bad: ErrorCircle16Filled,
  info: Info16Filled,
  neutral: CircleSmall20Filled,
} as const;

/** The icon of a tone, 16 px, because colour must not be the only sign. */
export function ToneIcon({ tone }: { tone: Tone }) {
  const Icon = toneIcons[tone];
  return <Icon aria-hidden="true" style={{ width: 16, height: 16, flexShrink: 0 }} />;
}

/** A number beside a word: neutral, or highlighted if it counts unread items. Shows 99+ above 99. */
export function Count({ value, unread, label }: { value: number; unread?: boolean; label?: string }) {
  const styles = useStyles();
  return (
    <span
      className={mergeClasses(styles.count, unread && styles.unread)}
      {...(unread ? {} : { 'data-quiet': '' })}
      {...(label ? { title: label } : {})}
    >
      {value > 99 ? '99+' : value}
      {label && <VisuallyHidden> {label}</VisuallyHidden>}
    </span>
  );
}

export interface DotProps {
  color: string;
  /** In px; 6 if absent, 8 for a square. */
  size?: number;
  /** True for queues; tags are round. */
  square?: boolean;
  className?: string;
}

/** A dot in a user-defined colour, always beside text. Its edge keeps it visible on a background of the same colour. */
export function Dot({ color, square = false, size = square ? 8 : 6, className }: DotProps) {
  const styles = useStyles();
  return (
    <span
      className={mergeClasses(styles.dot, square && styles.square, className)}
      style={{ backgroundColor: color, width: size, height: size }}
      aria-hidden="true"
    />
  );
}

/** A tag: a dot and neutral text, never a coloured chip. `chip` gives it a subtle background of 22 px. */
export function Tag({ name, color, chip }: { name: string; color: string; chip?: boolean }) {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.tag, chip && styles.chip)} title={name}>
      <Dot color={color} />
      <span className={styles.text}>{name}</span>
    </span>
  );
}

/** A status text with the icon of its tone. */
export function StatusPill({ tone, children }: { tone: Tone; children: ReactNode }) {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.pill, styles[tone])}>
      <ToneIcon tone={tone} />
      {children}
    </span>
  );
}
