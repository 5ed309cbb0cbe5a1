import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, makeStyles } from '@fluentui/react-components';
import { Delete20Regular, Edit20Regular, EmojiAdd16Regular, MoreVertical16Regular } from '@fluentui/react-icons';
import { quickReactions } from '@balcao/sdk/chat';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { PhoneMessage } from '../../contract.ts';
import type { PhoneActions } from './usePhoneActions.ts';

const useStyles = makeStyles({
  row: { display: 'flex', flexDirection: 'row', minWidth: 0 },
  emoji: { fontSize: '18px', minWidth: 0, maxWidth: 'none', padding: '6px 8px', justifyContent: 'center' },
});

export interface BubbleToolsProps {
  message: PhoneMessage;
  actions: PhoneActions;
  /** Puts its text into the composer. */
  onEdit(message: PhoneMessage): void;
}

/** The person’s actions on a message: react, and edit or delete their own. */
export function BubbleTools({ message, actions, onEdit }: BubbleToolsProps) {
  const t = useT();
  const styles = useStyles();
  const { id, fromPhone, reactions, media, data } = message;
  const own = reactions.find(({ byPhone }) => byPhone)?.emoji;
  return (
    <>
      <Menu positioning="above">
        <MenuTrigger disableButtonEnhancement>
          <IconButton size="small" icon={<EmojiAdd16Regular />} label={t('phone.react')} />
        </MenuTrigger>
        <MenuPopover>
          <MenuList className={styles.row}>
            {quickReactions.map((emoji) => (
              <MenuItem
                key={emoji}
                className={styles.emoji}
                aria-label={t(emoji === own ? 'phone.unreactWith' : 'phone.reactWith', { emoji })}
                onClick={() => actions.react(id, emoji === own ? '' : emoji)}
              >
                {emoji}
              </MenuItem>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
      {fromPhone && (
        <Menu positioning="below-end">
          <MenuTrigger disableButtonEnhancement>
            <IconButton size="small" icon={<MoreVertical16Regular />} label={t('phone.more')} />
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {!media && !data && (
                <MenuItem icon={<Edit20Regular />} onClick={() => onEdit(message)}>
                  {t('phone.edit')}
                </MenuItem>
              )}
              <MenuItem icon={<Delete20Regular />} onClick={() => actions.remove(id)}>
                {t('phone.delete')}
              </MenuItem>
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
    </>
  );
}
