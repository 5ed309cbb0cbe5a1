import type { Company, CurrentUser, Scope } from '@balcao/sdk/server';
import { companyScope } from './scope.ts';
import type { ScopeContext, ScopeParts } from './scope-parts.ts';

/**
 * Creates the scopes that handlers get. Sockets, jobs and logins create scopes and are parts of them at the same time,
 * so the parts are connected once all of them exist, before the first of them starts.
 */
export class Scopes {
  #connected: ScopeParts | undefined;

  connect(parts: ScopeParts): void {
    this.#connected = parts;
  }

  get parts(): ScopeParts {
    if (!this.#connected) throw new Error('a scope was asked for before the parts of scopes were connected');
    return this.#connected;
  }

  of(context: ScopeContext): Scope {
    return companyScope(this.parts, context);
  }

  /** Creates a scope outside a request, event or job: nothing aborts it. */
  detached(plugin: string, company: Company, user?: CurrentUser, language = company.language): Scope {
    return this.of({ plugin, company, user, language, signal: new AbortController().signal });
  }

  get guard(): ScopeParts['guard'] {
    return this.parts.guard;
  }

  /** Returns a company, also one that is switched off. Undefined: it was removed, or this node has not heard of it yet. */
  company(id: number): Company | undefined {
    return this.parts.company(id);
  }

  /** Returns a company, also a new one that this node has not heard of yet. Undefined: it was removed. */
  loadCompany(id: number): Promise<Company | undefined> {
    return this.parts.loadCompany(id);
  }

  can(user: CurrentUser, companyId: number, permission: string): boolean {
    return this.parts.can(user, companyId, permission);
  }
}
