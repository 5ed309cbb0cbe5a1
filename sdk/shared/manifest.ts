/**
 * A plugin's manifest: pure data that says what the plugin is and what it asks for.
 * The kernel validates it before it imports a line of the plugin's code.
 */

/** What somebody is in a company: administrator, manager, attendant. */
export type Profile = 'admin' | 'gestor' | 'user';

/** JSON Schema of one company setting. Only what a generated form can show is allowed. */
export interface SettingSchema {
  /** What it holds; the form's control follows from it. */
  type: 'string' | 'boolean' | 'integer' | 'number';
  /** Locale key of the field's name. */
  label: string;
  /** Locale key of one line of help. */
  help?: string;
  /** Locale key of the section heading under which the options page lists the field. */
  section?: string;
  /**
   * Where that heading stands on the options page: smaller comes first, 100 unless told. The smallest of all fields under
   * a heading counts. Conversations are 10, connections 20, contacts 30, security 40, people 50.
   */
  order?: number;
  /** Value until the company gives another; of the setting's own type. */
  default: string | number | boolean;
  /** Allowed values; `labels` holds a locale key for each. */
  enum?: readonly string[];
  /** A locale key for each value of `enum`, in the same order. */
  labels?: readonly string[];
  /** Smallest number. */
  minimum?: number;
  /** Largest number. */
  maximum?: number;
  /** Most characters of a text. */
  maxLength?: number;
  /** What a text must be, empty or: `addresses`, IP addresses and CIDR ranges, one a line or with commas;
   * `version`, three numbers with dots between them; `list`, entries with commas between them, which people add and
   * remove one by one. A list is kept trimmed, without empty entries and without two that differ in capitals or accents
   * only; an empty one is the default again. */
  format?: 'addresses' | 'version' | 'list';
  /** Most characters of one entry of a list; 50 unless told. */
  entryLength?: number;
  /** Text of several lines. */
  multiline?: boolean;
  /** Stored encrypted, never sent back: a read answers whether it is set. */
  secret?: boolean;
  /** Only the platform's super users see and change it; with `change` everybody may read it, and only they change it. */
  superOnly?: boolean | 'change';
  /**
   * What the plugin itself keeps for its company, read on every node without waiting: no page shows it and no call
   * but the plugin's own changes it.
   */
  hidden?: boolean;
  /** What people may see depends on it: when it changes, open pages drop what they hold and ask the server anew. */
  refetch?: boolean;
  /**
   * What somebody must hold to change it: a permission of the plugin's own or of any other, `security:people`. Absent:
   * whoever may open the options page changes it. The others see it, and that they may not.
   */
  permission?: string;
  /**
   * Values that loosen a protection or destroy something; `less`: a number that becomes smaller, 0 standing for no limit.
   * The options page asks before it takes one, with what a `settingEffect` says of it; the value then holds a day later,
   * and until then whoever may change the setting may take it back. Every other value holds at once. Not for secrets.
   */
  careful?: readonly (string | number | boolean)[] | 'less';
}

/** Something people may be allowed. Company admins change who holds it. */
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
  /** Locale key of the name people see. */
  title: string;
  /** Locale key of one sentence. */
  description: string;
  /** Who publishes it, as operators read it before they install it. */
  publisher: string;
  /** SPDX identifier. */
  license: string;
  /** Semver range of the SDK, the one compatibility number. */
  sdk: string;
  /** A fault of a core plugin stops the boot instead of marking the plugin failed. */
  core?: boolean;
  /** Loads only when the environment allows: `sandbox` needs SANDBOX=1 in production. */
  environment?: 'sandbox';
  /** Plugins without which this one is blocked: id to semver range. */
  requires?: Readonly<Record<string, string>>;
  /** Plugins that load earlier when present: id to semver range. */
  optional?: Readonly<Record<string, string>>;
  /** Company setting that switches the plugin. Absent: always on. */
  toggle?: string;
  /** What people may be allowed, `screen:action` to its declaration. The only names that routes may ask for. */
  permissions?: Readonly<Record<string, PermissionDeclaration>>;
  /** Settings that each company gives values; the options page shows them without code of yours. */
  settings?: Readonly<Record<string, SettingSchema>>;
  /** The addresses that are this plugin's own. */
  routes?: {
    /** API prefixes owned, without `/api`: `/kanban-tickets`. */
    api?: readonly string[];
    /** Browser paths owned: `/kanban`. */
    pages?: readonly string[];
    /** Those of them that visitors without a session may open. Such a plugin has no toggle: visitors have no company. */
    publicPages?: readonly string[];
  };
  /** Every route reachable without a session, `METHOD /path`, with the reason. */
  publicRoutes?: Readonly<Record<string, string>>;
  /** Events emitted: name to contract version. */
  emits?: Readonly<Record<string, number>>;
  /** Extension points opened: id to version. */
  provides?: Readonly<Record<string, number>>;
  /** Extension points added to: id to the version written against. */
  contributes?: Readonly<Record<string, number>>;
  /** Components that others may render: id, which begins with the plugin's own and a dot, to version. */
  exposes?: Readonly<Record<string, number>>;
  /** Outside hosts the plugin calls, shown to the operator before it is installed. */
  hosts?: readonly string[];
  /**
   * Outside sites that its pages show in frames, as origins: `https://player.example`. The page's policy lets no others
   * in; the operator sees them before it is installed.
   */
  frames?: readonly string[];
}

/** The names of a manifest's permissions, as a type. */
export type PermissionOf<M extends PluginManifest> = keyof NonNullable<M['permissions']> & string;
/** The names of a manifest's settings, as a type. */
export type SettingOf<M extends PluginManifest> = keyof NonNullable<M['settings']> & string;
