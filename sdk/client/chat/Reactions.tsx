import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ext } from '@balcao/sdk/ui';
import type { ChatReaction } from './chat-message.ts';
import { groupReactions } from './reactions.ts';
import { useChatT } from './texts.ts';

const useStyles = makeStyles({
  edge: {
    position: 'relative',
    zIndex: 1,
    display: 'flex',
    flexWrap: 'wrap',
    gap: '3px',
    // At the left edge, because the time and the ticks are at the right one.
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
  reactions: readonly ChatReaction[];
  /** Returns the displayed name of a reaction's author. */
  nameOf(reaction: ChatReaction): string;
  /** Adds or removes a reaction; undefined if the reader cannot. */
  onReact?: ((emoji: string) => void) | undefined;
}

/** Reactions on the bubble's edge; their authors are in the tooltip and the accessible name. */
export function Reactions({ reactions, nameOf, onReact }: ReactionsProps) {
  const styles = useStyles();
  const t = useChatT();
  return (
    <div className={styles.edge}>
      {groupReactions(reactions).map(({ emoji, people, isOurs }) => {
        const label = t('reactedBy', { emoji, names: people.map(nameOf).join(', ') });
        const className = mergeClasses(styles.pill, isOurs && styles.mine, onReact && styles.button);
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
            className={className}
            title={label}
            aria-label={label}
            aria-pressed={isOurs}
            tabIndex={-1}
            onClick={() => onReact(emoji)}
          >
            {inside}
          </button>
        ) : (
          <span key={emoji} className={className} title={label} role="img" aria-label={label}>
            {inside}
          </span>
        );
      })}
    </div>
  );
}
