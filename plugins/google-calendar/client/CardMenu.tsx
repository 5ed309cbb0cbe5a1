import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import {
  ArrowSync20Regular,
  Chat20Regular,
  ChatOff20Regular,
  MoreHorizontal20Regular,
  PlugDisconnected20Regular,
  Settings20Regular,
} from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';

export interface CardMenuProps {
  onSync: (() => void) | undefined;
  /** Shows scheduled messages at Google, or removes them there. */
  messages: { areShown: boolean; onToggle(): void } | undefined;
  onSetUp: (() => void) | undefined;
  onDisconnect: (() => void) | undefined;
}

/** The menu of what else can be done with the connection. */
export function CardMenu({ onSync, messages, onSetUp, onDisconnect }: CardMenuProps) {
  const t = useT();
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <IconButton label={t('card.menu')} icon={<MoreHorizontal20Regular />} size="small" />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {onSync && (
            <MenuItem icon={<ArrowSync20Regular />} onClick={onSync}>
              {t('card.sync')}
            </MenuItem>
          )}
          {messages && (
            <MenuItem
              icon={messages.areShown ? <ChatOff20Regular /> : <Chat20Regular />}
              onClick={() => messages.onToggle()}
            >
              {t(messages.areShown ? 'card.hideMessages' : 'card.showMessages')}
            </MenuItem>
          )}
          {onSetUp && (
            <MenuItem icon={<Settings20Regular />} onClick={onSetUp}>
              {t('setup.title')}
            </MenuItem>
          )}
          {onDisconnect && (
            <MenuItem icon={<PlugDisconnected20Regular />} onClick={onDisconnect}>
              {t('disconnect.label')}
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
