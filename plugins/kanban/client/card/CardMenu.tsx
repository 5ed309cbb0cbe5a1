import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import type { BoardCard, CardFollowUp } from '../board/board-data.ts';
import { postponeHours, useFollowUpChange } from '../follow-up/use-follow-up-change.ts';

interface CardMenuProps {
  card: BoardCard;
  target: HTMLElement;
  onOpen(): void;
  onMove(): void;
  onValue(): void;
  onChoose(): void;
  onFollowUp(followUp: CardFollowUp | null): void;
  onClose(): void;
}

/** The menu of a card. Everything that a drag does is here too. */
export function CardMenu(props: CardMenuProps) {
  const { card, target, onClose } = props;
  const t = useT();
  const { isWaiting, mayCancel, postpone, cancel } = useFollowUpChange(card, props.onFollowUp);
  return (
    <Menu
      open
      positioning={{ target, position: 'below', align: 'end' }}
      onOpenChange={(_, { open }) => !open && onClose()}
    >
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={props.onOpen}>{t('card.open')}</MenuItem>
          <MenuItem secondaryContent="M" onClick={props.onMove}>
            {t('move.to')}
          </MenuItem>
          <MenuItem onClick={props.onValue}>{t('value.edit')}</MenuItem>
          <MenuItem onClick={props.onChoose}>{t('card.choose')}</MenuItem>
          {mayCancel && <MenuDivider />}
          {isWaiting && <MenuItem onClick={postpone}>{t('followUp.postpone', { hours: postponeHours })}</MenuItem>}
          {mayCancel && <MenuItem onClick={cancel}>{t('followUp.cancel')}</MenuItem>}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
