import { Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { languages, setLanguage, useLanguage, useT, type Language } from '@balcao/sdk/client';
import { LanguageButton } from './LanguageButton.tsx';

/** The choice of language for people who are not signed in. */
export default function LanguageMenu({ startOpen }: { startOpen: boolean }) {
  const t = useT('shell');
  const language = useLanguage();
  return (
    <Menu
      defaultOpen={startOpen}
      checkedValues={{ language: [language] }}
      onCheckedValueChange={(_, { checkedItems }) => void setLanguage(checkedItems[0] as Language)}
    >
      <MenuTrigger disableButtonEnhancement>
        <LanguageButton />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {languages.map((value) => (
            <MenuItemRadio key={value} name="language" value={value}>
              {t(`language.${value}`)}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
