/**
 * A plugin's manifest: pure data that describes the plugin and its requirements. The kernel validates it before it
 * imports any code of the plugin.
 */

/** The profile of a person in a company: administrator, manager, attendant. */
export type Profile = 'admin' | 'gestor' | 'user';

/** JSON Schema of one company setting. Only constructs that a generated form can show are allowed. */
export interface SettingSchema {
  /** Type of the value; it selects the form's control. */
  type: 'string' | 'boolean' | 'integer' | 'number';
  /** Locale key of the field's name. */
  label: string;
  /** Locale key of one line of help. */
  help?: string;
  /** Locale key of the section heading under which the options page lists the field. */
  section?: string;
  /**
   * Position of that heading on the options page: smaller comes first, 100 if absent. The smallest of all fields under
   * a heading counts. Conversations are 10, connections 20, contacts 30, security 40, people 50.
   */
  order?: number;
  /** Value until the company sets another; of the setting's own type. */
  default: string | number | boolean;
  /** Allowed values; `labels` holds a locale key for each. */
  enum?: readonly string[];
  /** A locale key for each value of `enum`, in the same order. */
  labels?: readonly string[];
  /** Smallest number. */
  minimum?: number;
  /** Largest number. */
  maximum?: number;
  /** Maximum number of characters of a text. */
  maxLength?: number;
  /**
   * Required form of a text that is not empty: `addresses`, IP addresses and CIDR ranges separated by new lines or
   * commas; `version`, three numbers with dots between them; `list`, entries separated by commas, which people add and
   * remove one by one. A list is stored trimmed, without empty entries and without entries that differ only in case or
   * accents; an empty list resets the setting to its default.
   */
  format?: 'addresses' | 'version' | 'list';
  /** Maximum number of characters of one entry of a list; 50 if absent. */
  entryLength?: number;
  /** Text of several lines. */
  multiline?: boolean;
  /** Stored encrypted and never sent back: a read returns whether it is set. */
  secret?: boolean;
  /**
   * Only the platform's super users see and change it; with `change` everybody may read it, and only super users change
   * it.
   */
  superOnly?: boolean | 'change';
  /**
   * A module of the company's plan inside the plugin: as with the toggle of a plugin, every plugin may read and set it,
   * such as the form of a company.
   */
  module?: boolean;
  /**
   * A value that the plugin itself stores for its company and reads on every node without waiting. It appears on no
   * page, and only calls of the plugin change it.
   */
  hidden?: boolean;
  /** The value affects what people may see: when it changes, open pages discard their data and fetch it again. */
  refetch?: boolean;
  /**
   * The permission needed to change it, of this plugin or any other: `security:people`. Absent: everybody who may open
   * the options page may change it. Others see the field read-only.
   */
  permission?: string;
  /**
   * Values that weaken a protection or destroy data; `less` means any smaller number, 0 standing for no limit. The
   * options page asks for confirmation, with the sentences of `settingEffect`. The value takes effect a day later and
   * can be withdrawn until then. Every other value takes effect at once. Not for secrets.
   */
  careful?: readonly (string | number | boolean)[] | 'less';
}

/** A permission. Company admins decide who holds it. */
export interface PermissionDeclaration {
  /** Locale key of the permission's name. */
  label: string;
  /** Profiles that hold it until a company admin changes the grants. */
  profiles: readonly Profile[];
}

/** Everything the platform knows of a plugin before it runs any of its code. */
export interface PluginManifest {
  /** Lower-case letters, digits and dashes. Names the Postgres schema too (dashes become underscores). */
  id: string;
  /** Semantic version of the plugin. */
  version: string;
  /** Locale key of the displayed name. */
  title: string;
  /** Locale key of one sentence. */
  description: string;
  /** The publisher's name, shown to operators before they install the plugin. */
  publisher: string;
  /** SPDX identifier. */
  license: string;
  /** Semver range of SDK versions, the only compatibility number. */
  sdk: string;
  /** A fault of a core plugin stops the start instead of marking the plugin failed. */
  core?: boolean;
  /** Environments in which it loads: `sandbox` needs SANDBOX=1 in production. */
  environment?: 'sandbox';
  /** Plugins without which this one is blocked: id to semver range. */
  requires?: Readonly<Record<string, string>>;
  /** Plugins that load earlier when present: id to semver range. */
  optional?: Readonly<Record<string, string>>;
  /** The toggle: the company setting that switches the plugin. Absent: always on. */
  toggle?: string;
  /**
   * In place of a toggle: the id of the plugin whose toggle switches this one too, for a feature of several plugins.
   * The other plugin may require this one, unlike those under `requires`. While it is not installed, or has no toggle,
   * this one is off.
   */
  onWith?: string;
  /** Permissions, `screen:action` to declaration. Routes may require only these. */
  permissions?: Readonly<Record<string, PermissionDeclaration>>;
  /** Company settings. The options page shows them without code of yours. */
  settings?: Readonly<Record<string, SettingSchema>>;
  /** Addresses owned by this plugin. */
  routes?: {
    /** API prefixes owned, without `/api`: `/kanban-tickets`. */
    api?: readonly string[];
    /** Browser paths owned: `/kanban`. */
    pages?: readonly string[];
    /** The pages that open without a session. Such a plugin has no toggle, because there is no company yet. */
    publicPages?: readonly string[];
  };
  /** Every route reachable without a session, `METHOD /path`, with the reason. */
  publicRoutes?: Readonly<Record<string, string>>;
  /** Events emitted: name to contract version. */
  emits?: Readonly<Record<string, number>>;
  /** Extension points opened: id to version. */
  provides?: Readonly<Record<string, number>>;
  /** Extension points contributed to: id to the version written against. */
  contributes?: Readonly<Record<string, number>>;
  /** Components that others may render: id, which begins with the plugin's own and a dot, to version. */
  exposes?: Readonly<Record<string, number>>;
  /** Outside hosts that the plugin calls, shown to the operator before it is installed. */
  hosts?: readonly string[];
  /**
   * Outside sites that its pages show in frames, as origins: `https://player.example`. The page's policy blocks all
   * others; the operator sees them before the plugin is installed.
   */
  frames?: readonly string[];
}

/** The names of a manifest's permissions, as a type. */
export type PermissionOf<M extends PluginManifest> = keyof NonNullable<M['permissions']> & string;
/** The names of a manifest's settings, as a type. */
export type SettingOf<M extends PluginManifest> = keyof NonNullable<M['settings']> & string;
