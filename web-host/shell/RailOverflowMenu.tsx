import { useHref, useLinkClickHandler } from 'react-router-dom';
import {
  Menu,
  MenuGroup,
  MenuGroupHeader,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { VisuallyHidden } from '@balcao/sdk/ui';
import { RailMenuButton } from './RailMenuButton.tsx';
import { sections, type MenuEntry } from './menu.ts';

/**
 * The rail's "more" button with a menu of the entries that do not fit on the rail, by section. `startOpen` is true if
 * the button was pressed before this code was loaded: the menu then opens at once.
 */
export default function RailOverflowMenu({
  entries,
  startOpen,
}: {
  entries: readonly MenuEntry[];
  startOpen: boolean;
}) {
  const t = useT('shell');
  return (
    <Menu defaultOpen={startOpen} positioning="after-top">
      <MenuTrigger disableButtonEnhancement>
        <RailMenuButton />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {sections.map((section) => {
            const sectionEntries = entries.filter((entry) => entry.section === section);
            if (sectionEntries.length === 0) return null;
            return (
              <MenuGroup key={section}>
                <MenuGroupHeader>{t(`nav.${section}`)}</MenuGroupHeader>
                {sectionEntries.map((entry) => (
                  <OverflowLink key={entry.key} entry={entry} />
                ))}
              </MenuGroup>
            );
          })}
        </MenuList>
        {/* Names the popover's content for screen readers: the button shows only an icon. */}
        <VisuallyHidden>{t('nav.moreItems')}</VisuallyHidden>
      </MenuPopover>
    </Menu>
  );
}

/** A link, so that the page can be opened in a new tab. */
function OverflowLink({ entry }: { entry: MenuEntry }) {
  const open = useLinkClickHandler<HTMLAnchorElement>(entry.path);
  return (
    <MenuItemLink href={useHref(entry.path)} icon={<entry.icon />} onClick={open}>
      {entry.label}
    </MenuItemLink>
  );
}
