import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, makeStyles, tokens } from '@fluentui/react-components';
import { EmojiAdd16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { quickReactions } from '@balcao/sdk/chat';
import { IconButton } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  quick: { display: 'flex', padding: '4px' },
  emoji: {
    width: '36px',
    height: '36px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    fontSize: '18px',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  add: { border: `1px solid ${tokens.colorNeutralStroke2}`, borderRadius: tokens.borderRadiusCircular },
});

/** The reactions of a menu. */
export function QuickReactions({ onPick }: { onPick(emoji: string): void }) {
  const styles = useStyles();
  const t = useT();
  return (
    <div className={styles.quick} role="group" aria-label={t('message.react')}>
      {quickReactions.map((emoji) => (
        <MenuItem key={emoji} className={styles.emoji} onClick={() => onPick(emoji)}>
          {emoji}
        </MenuItem>
      ))}
    </div>
  );
}

/** Reacts with one press more, beside the reactions of a post. */
export function AddReaction({ onPick }: { onPick(emoji: string): void }) {
  const styles = useStyles();
  const t = useT();
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <IconButton
          className={styles.add}
          size="small"
          tabIndex={-1}
          icon={<EmojiAdd16Regular />}
          label={t('message.addReaction')}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <QuickReactions onPick={onPick} />
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
