import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import {
  ArrowSwap20Regular,
  ArrowUndo20Regular,
  Delete20Regular,
  Link20Regular,
  MoreHorizontal20Regular,
  PersonCircle20Regular,
  Search20Regular,
} from '@fluentui/react-icons';
import { useSession, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { HeaderProps } from './Header.tsx';

/** The rarer steps; on a phone, all that found no room. */
export function HeaderMenu({ ticket, actions, dialogs, onTogglePanel, onSearch }: HeaderProps) {
  const t = useT();
  const toasts = useToasts();
  const { touch } = useViewport();
  const { can } = useSession();
  const copyLink = async (): Promise<void> => {
    await navigator.clipboard.writeText(`${location.origin}/tickets/${ticket.uuid}`);
    toasts.success(t('action.linkCopied'));
  };
  return (
    <Menu positioning={{ position: 'below', align: 'end' }}>
      <MenuTrigger disableButtonEnhancement>
        <IconButton icon={<MoreHorizontal20Regular />} label={t('action.more')} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {touch && (
            <>
              <MenuItem icon={<PersonCircle20Regular />} onClick={onTogglePanel}>
                {t('contact.show')}
              </MenuItem>
              <MenuItem icon={<Search20Regular />} onClick={onSearch}>
                {t('search.open')}
              </MenuItem>
              {ticket.status !== 'closed' && (
                <MenuItem icon={<ArrowSwap20Regular />} onClick={() => dialogs.open({ kind: 'transfer', ticket })}>
                  {t('action.transfer')}
                </MenuItem>
              )}
              {ticket.status === 'open' && (
                <MenuItem icon={<ArrowUndo20Regular />} onClick={() => void actions.giveBack(ticket)}>
                  {t('action.return')}
                </MenuItem>
              )}
            </>
          )}
          <MenuItem icon={<Link20Regular />} onClick={() => void copyLink()}>
            {t('action.copyLink')}
          </MenuItem>
          {can('ticket-options:deleteTicket') && <MenuDivider />}
          {can('ticket-options:deleteTicket') && (
            <MenuItem icon={<Delete20Regular />} onClick={() => dialogs.open({ kind: 'delete', ticket })}>
              {t('action.delete')}
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
