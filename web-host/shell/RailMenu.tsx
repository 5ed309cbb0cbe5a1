import { useNavigate } from 'react-router-dom';
import {
  Menu,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { VisuallyHidden } from '@balcao/sdk/ui';
import { RailMenuButton } from './RailMenuButton.tsx';
import { sections, type MenuEntry } from './menu.ts';

/** The entries without room on the rail, by section. */
export default function RailMenu({ entries, startOpen }: { entries: readonly MenuEntry[]; startOpen: boolean }) {
  const t = useT('shell');
  const navigate = useNavigate();
  return (
    <Menu defaultOpen={startOpen} positioning="after-top">
      <MenuTrigger disableButtonEnhancement>
        <RailMenuButton />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {sections.map((section) => {
            const own = entries.filter((entry) => entry.section === section);
            if (own.length === 0) return null;
            return (
              <MenuGroup key={section}>
                <MenuGroupHeader>{t(`nav.${section}`)}</MenuGroupHeader>
                {own.map((entry) => (
                  <MenuItem key={entry.key} icon={<entry.icon />} onClick={() => void navigate(entry.path)}>
                    {entry.label}
                  </MenuItem>
                ))}
              </MenuGroup>
            );
          })}
        </MenuList>
        <VisuallyHidden>{t('nav.moreItems')}</VisuallyHidden>
      </MenuPopover>
    </Menu>
  );
}
