import { Menu, MenuButton, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { Add20Regular, CalendarAdd20Regular, ChatArrowDoubleBack20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';

/** The menu of what can be added to the calendar. */
export function NewMenu({ onEntry, onMessage }: { onEntry(): void; onMessage(): void }) {
  const t = useT();
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton appearance="primary" icon={<Add20Regular />}>
          {t('new.label')}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem icon={<CalendarAdd20Regular />} onClick={onEntry}>
            {t('new.entry')}
          </MenuItem>
          <MenuItem icon={<ChatArrowDoubleBack20Regular />} onClick={onMessage}>
            {t('new.message')}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
