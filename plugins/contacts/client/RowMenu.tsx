import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons';
import { Contributed, useT, useToasts } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { Contact } from '../contract.ts';
import type { ContactActionItem } from './parts.ts';

interface RowMenuProps {
  contact: Contact;
  /** Actions that plugins offer for this contact; without any there is no menu. */
  items: readonly ContactActionItem[];
  onOpen(item: ContactActionItem, contact: Contact): void;
}

/**
 * The menu of plugins’ actions on a contact. It is a menu because a row has space for few buttons and any number of
 * plugins may add one.
 */
export function RowMenu({ contact, items, onOpen }: RowMenuProps) {
  const t = useT();
  if (items.length === 0) return null;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <IconButton icon={<MoreHorizontal20Regular />} label={t('action.more', { name: contact.name })} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {items.map((item) => (
            <Contributed key={`${item.plugin}/${item.id}`} item={item} inline>
              <Entry item={item} contact={contact} onOpen={onOpen} />
            </Contributed>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** One entry, with the text of the plugin that adds it. */
function Entry({ item, contact, onOpen }: Pick<RowMenuProps, 'contact' | 'onOpen'> & { item: ContactActionItem }) {
  const t = useT();
  const toasts = useToasts();
  const { icon: Icon, label, run } = item;
  const choose = async (): Promise<void> => {
    if (!run) return onOpen(item, contact);
    try {
      await run(contact);
    } catch (error) {
      toasts.error(error);
    }
  };
  return (
    <MenuItem {...(Icon ? { icon: <Icon /> } : {})} onClick={() => void choose()}>
      {t(label)}
    </MenuItem>
  );
}
