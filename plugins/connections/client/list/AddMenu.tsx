import { Menu, MenuButton, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useT } from '@balcao/sdk/client';
import { channelName, useChannels, type ChannelItem } from '../parts.ts';
import { ChannelSign } from './ChannelMark.tsx';

/** Chooses the channel of a new connection, of those that are on. `?new=1` opens it. */
export function AddMenu({ onChoose }: { onChoose(channel: ChannelItem): void }) {
  const t = useT();
  const channels = useChannels();
  const [address, setAddress] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!address.has('new')) return;
    setOpen(true);
    setAddress({}, { replace: true });
  }, [address, setAddress]);
  return (
    <Menu positioning="below-end" open={isOpen} onOpenChange={(_, { open }) => setOpen(open)}>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton appearance="primary" icon={<Add20Regular />}>
          {t('action.add')}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {channels.length === 0 && <MenuItem disabled>{t('list.noChannels')}</MenuItem>}
          {channels.map((channel) => (
            <MenuItem
              key={`${channel.plugin}/${channel.id}`}
              icon={<ChannelSign channel={channel} />}
              onClick={() => onChoose(channel)}
            >
              {channelName(channel)}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
