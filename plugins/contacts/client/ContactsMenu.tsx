import { Button, Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import {
  ArrowDownload20Regular,
  ArrowImport20Regular,
  DocumentTable20Regular,
  MoreHorizontal20Regular,
  PeopleTeam20Regular,
  PhoneDesktop20Regular,
} from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { translate, useSession, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { IconButton, saveFile } from '@balcao/sdk/ui';
import type { PageActions } from './usePageActions.tsx';

export interface ContactsMenuProps {
  /** The current search term; the export contains the same contacts. */
  term: string;
  /** False for people who see masked numbers. */
  mayImport: boolean;
  onImportConnection(): void;
  onDuplicates(): void;
  /** Entries of other plugins about the found contacts. */
  added: PageActions;
}

/** The menu with import, export and duplicates. */
export function ContactsMenu({ term, mayImport, onImportConnection, onDuplicates, added }: ContactsMenuProps) {
  const t = useT();
  const toasts = useToasts();
  const navigate = useNavigate();
  const { can } = useSession();
  const { touch } = useViewport();
  const mayExport = can('contacts-page:exportContacts');
  const mayMerge = can('contacts-page:mergeContacts');
  const save = (format: 'csv' | 'xlsx'): void => {
    toasts.info(t('export.started'));
    void saveFile('/contacts/export', { format, ...(term ? { searchParam: term } : {}) }, `contatos.${format}`).catch(
      (error: unknown) => toasts.error(error),
    );
  };
  const importing = (
    <>
      <MenuItem icon={<DocumentTable20Regular />} onClick={() => void navigate('/contacts/import')}>
        {t('import.fromFile')}
      </MenuItem>
      <MenuItem icon={<PhoneDesktop20Regular />} onClick={onImportConnection}>
        {t('import.fromConnection')}
      </MenuItem>
    </>
  );
  return (
    <>
      {!touch && mayImport && (
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <Button icon={<ArrowImport20Regular />}>{t('import.action')}</Button>
          </MenuTrigger>
          <MenuPopover>
            <MenuList>{importing}</MenuList>
          </MenuPopover>
        </Menu>
      )}
      {((touch && mayImport) || mayExport || mayMerge || added.items.length > 0) && (
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <IconButton icon={<MoreHorizontal20Regular />} label={t('list.more')} />
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {touch && mayImport && importing}
              {touch && mayImport && (mayExport || mayMerge) && <MenuDivider />}
              {mayExport && (
                <>
                  <MenuItem icon={<ArrowDownload20Regular />} onClick={() => save('xlsx')}>
                    {t(term ? 'export.foundXlsx' : 'export.xlsx')}
                  </MenuItem>
                  <MenuItem icon={<ArrowDownload20Regular />} onClick={() => save('csv')}>
                    {t(term ? 'export.foundCsv' : 'export.csv')}
                  </MenuItem>
                </>
              )}
              {added.items.map((item) => (
                <MenuItem
                  key={`${item.plugin}/${item.id}`}
                  {...(item.icon && { icon: <item.icon /> })}
                  onClick={() => added.open(item)}
                >
                  {translate(item.plugin, item.label)}
                </MenuItem>
              ))}
              {mayMerge && (
                <MenuItem icon={<PeopleTeam20Regular />} onClick={onDuplicates}>
                  {t('duplicates.action')}
                </MenuItem>
              )}
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
    </>
  );
}
