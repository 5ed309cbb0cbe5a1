import { useQuery } from '@tanstack/react-query';
import { Menu, MenuButton, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { Add20Regular, PlugDisconnected20Regular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { api, useSession, useT } from '@balcao/sdk/client';
import { channelType } from '../../contract.ts';
import { channelName, useChannels, type ChannelItem } from '../parts.ts';
import { ChannelSign } from './ChannelMark.tsx';

/** One entry of GET /platform/modules. */
interface Module {
  plugin: string;
  title: string;
  on: boolean;
  locked?: boolean;
  state?: string;
  contributes?: readonly string[];
}

/** Returns channels whose module the company has disabled, for people who may enable it. */
function useSwitchedOff(isOpen: boolean): readonly Module[] {
  const { user, can } = useSession();
  const { data = [] } = useQuery({
    queryKey: ['platform', 'modules'],
    queryFn: ({ signal }) => api.get<Module[]>('/platform/modules', {}, { signal }),
    enabled: isOpen && (user.super || user.profile === 'admin') && can('settings:view'),
    // A colleague may have enabled one in between.
    staleTime: 0,
  });
  return data.filter(
    ({ on, locked, state, contributes }) =>
      !on && !locked && (state ?? 'running') === 'running' && contributes?.includes(channelType.id),
  );
}

/** Chooses the channel of a new connection from the enabled ones. `?new=1` opens it. */
export function AddMenu({ onChoose }: { onChoose(channel: ChannelItem): void }) {
  const t = useT();
  const channels = useChannels();
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const switchedOff = useSwitchedOff(isOpen);
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
          {channels.length + switchedOff.length === 0 && <MenuItem disabled>{t('list.noChannels')}</MenuItem>}
          {channels.map((channel) => (
            <MenuItem
              key={`${channel.plugin}/${channel.id}`}
              icon={<ChannelSign channel={channel} />}
              onClick={() => onChoose(channel)}
            >
              {channelName(channel)}
            </MenuItem>
          ))}
          {switchedOff.map(({ plugin, title }) => (
            <MenuItem
              key={plugin}
              icon={<PlugDisconnected20Regular />}
              onClick={() => void navigate('/settings/modules')}
            >
              {t('list.switchOn', { name: title })}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
