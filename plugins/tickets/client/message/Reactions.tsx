import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { MessageView } from '../../contract.ts';
import { firstName } from '../model/names.ts';
import { groupReactions } from '../model/reactions.ts';

const useStyles = makeStyles({
  edge: {
    position: 'relative',
    zIndex: 1,
    display: 'flex',
    flexWrap: 'wrap',
    gap: '3px',
    // At the left edge: at the right one stand the time and the ticks.
    marginTop: '-4px',
    marginBottom: '3px',
    paddingInline: '8px',
    pointerEvents: 'none',
  },
  pill: {
    pointerEvents: 'auto',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    height: '24px',
    minWidth: '24px',
    padding: '0 7px',
    boxSizing: 'border-box',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: ext.raised,
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: 1,
    fontVariantNumeric: 'tabular-nums',
    boxShadow: tokens.shadow2,
    cursor: 'default',
    '@media (max-width: 599px)': { height: '28px' },
  },
  button: {
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  mine: { border: `1px solid ${tokens.colorCompoundBrandStroke}`, backgroundColor: ext.selected },
});

export interface ReactionsProps {
  message: MessageView;
  contactName: string;
  /** Undefined where the channel takes none. */
  onReact: ((message: MessageView, emoji: string) => void) | undefined;
}

/** What people felt, on the bubble's edge: who it was is in the tooltip and in the name. */
export function Reactions({ message, contactName, onReact }: ReactionsProps) {
  const styles = useStyles();
  const t = useT();
  return (
    <div className={styles.edge}>
      {groupReactions(message.messageReact).map(({ emoji, people, isOurs }) => {
        const names = people.map(({ fromMe, name }) => name ?? (fromMe ? t('message.us') : firstName(contactName)));
        const label = t('thread.reactedBy', { emoji, names: names.join(', ') });
        const look = mergeClasses(styles.pill, isOurs && styles.mine, onReact && styles.button);
        const inside = (
          <>
            <span aria-hidden="true">{emoji}</span>
            {people.length > 1 && <span aria-hidden="true">{people.length}</span>}
          </>
        );
        return onReact ? (
          <button
            key={emoji}
            type="button"
            className={look}
            title={label}
            aria-label={label}
            aria-pressed={isOurs}
            tabIndex={-1}
            onClick={() => onReact(message, emoji)}
          >
            {inside}
          </button>
        ) : (
          <span key={emoji} className={look} title={label} role="img" aria-label={label}>
            {inside}
          </span>
        );
      })}
    </div>
  );
}
