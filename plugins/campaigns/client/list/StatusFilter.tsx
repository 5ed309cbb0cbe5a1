import { Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { Filter20Filled, Filter20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import { campaignStatuses, type CampaignStatus } from '../../contract.ts';

const all = 'all';

/** Limits the list to one status. */
export function StatusFilter({
  value,
  onChange,
}: {
  value: CampaignStatus | undefined;
  onChange(value: CampaignStatus | undefined): void;
}) {
  const t = useT();
  return (
    <Menu
      checkedValues={{ status: [value ?? all] }}
      onCheckedValueChange={(_, { checkedItems }) =>
        onChange(campaignStatuses.find((status) => status === checkedItems[0]))
      }
    >
      <MenuTrigger disableButtonEnhancement>
        <IconButton
          icon={value ? <Filter20Filled /> : <Filter20Regular />}
          appearance="outline"
          label={value ? t('list.filtered', { status: t(`status.${value}`) }) : t('list.filter')}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItemRadio name="status" value={all}>
            {t('list.everyStatus')}
          </MenuItemRadio>
          {campaignStatuses.map((status) => (
            <MenuItemRadio key={status} name="status" value={status}>
              {t(`status.${status}`)}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
