import { makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { TypingState } from '../data/typing.ts';
import { shortName } from '../model/names.ts';

const beat = { '0%, 60%, 100%': { opacity: 0.35 }, '30%': { opacity: 1 } };

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    width: '100%',
    maxWidth: '960px',
    marginInline: 'auto',
    padding: '2px 24px 6px',
    flexShrink: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '@media (max-width: 599px)': { paddingInline: '12px' },
  },
  dots: {
    display: 'inline-flex',
    gap: '4px',
    padding: '6px 12px',
    borderRadius: '10px',
    backgroundColor: ext.bubbleIn,
    border: `1px solid ${ext.bubbleInStroke}`,
    '& > i': {
      width: '5px',
      height: '5px',
      borderRadius: '50%',
      backgroundColor: tokens.colorNeutralForeground3,
      animationName: beat,
      animationDuration: '1.2s',
      animationIterationCount: 'infinite',
    },
    '& > i:nth-child(2)': { animationDelay: '0.15s' },
    '& > i:nth-child(3)': { animationDelay: '0.3s' },
  },
});

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat(document.documentElement.lang || 'pt-BR').format(names);

/** Shows that the customer or a colleague is typing. */
export function TypingDots({ names, state }: { names: readonly string[]; state: TypingState | 'colleague' }) {
  const styles = useStyles();
  const t = useT();
  return (
    <div className={styles.line} role="status">
      <span className={styles.dots} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {names.length === 1
        ? t(`chat.${state}`, { name: shortName(names[0] ?? '') })
        : t('thread.several', { names: listOf(names.map(shortName)), count: names.length })}
    </div>
  );
}
