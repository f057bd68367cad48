/**
 * Decides which tenant is served next when tenants share a scarce resource. The queue holds no timer and runs
 * no task, so that a test can compare it with a model. `gate.ts` runs the tasks in the order that the queue
 * decides.
 *
 * The tenant with the fewest running items goes first. Among equals, the tenant that has used the least time
 * goes first. A tenant that was idle starts level with the others, because idle time earns no credit.
 */
export interface FairQueue<Item> {
  readonly waiting: number;
  readonly running: number;
  /**
   * Adds an item. When the queue has no room, returns the item to refuse: the newest item of the tenant with
   * the most waiting items. A tenant that floods the queue therefore loses its own items, not those of
   * others.
   */
  push(tenant: string, item: Item): Item | undefined;
  /** Removes an item whose caller gave up. Returns false when the item is not waiting. */
  remove(tenant: string, item: Item): boolean;
  /**
   * Takes the next item to serve and counts it as running. Returns undefined when no waiting item may run.
   * With `onlyIdle`, serves only a tenant that has no running item.
   */
  take(onlyIdle?: boolean): { tenant: string; item: Item } | undefined;
  /** Counts an item that never waited as running. */
  start(tenant: string): void;
  /** The numbers of running and of waiting items of this tenant. */
  held(tenant: string): { running: number; waiting: number };
  /** The number of tenants that have a running or a waiting item. */
  readonly tenants: number;
  /**
   * Counts a running item as finished. `cost` is in milliseconds, or in any other unit that all callers use.
   */
  finish(tenant: string, cost: number): void;
}

interface Tenant<Item> {
  running: number;
  /**
   * The cost of all finished items, plus the starting value `level` at the time when the tenant became
   * active.
   */
  spent: number;
  waiting: Item[];
}

export interface FairQueueLimits {
  waiting: number;
  waitingPerTenant: number;
  /**
   * The maximum number of concurrently running items of a tenant. `take` calls the function each time it
   * looks for an item. Default: no limit.
   */
  runningPerTenant?: (tenant: string) => number;
}

export function openFairQueue<Item>(limits: FairQueueLimits): FairQueue<Item> {
  const tenants = new Map<string, Tenant<Item>>();
  let waiting = 0;
  let running = 0;
  /** The `spent` value of the tenant that was served last. A new tenant starts with it. */
  let level = 0;

  const tenantOf = (name: string): Tenant<Item> => {
    const known = tenants.get(name);
    if (known) return known;
    const made = { running: 0, spent: level, waiting: [] };
    tenants.set(name, made);
    return made;
  };
  const forgetIfIdle = (name: string, tenant: Tenant<Item>) => {
    if (tenant.running === 0 && tenant.waiting.length === 0) tenants.delete(name);
  };
  const mayRun = (name: string, tenant: Tenant<Item>) =>
    tenant.waiting.length > 0 &&
    tenant.running < (limits.runningPerTenant?.(name) ?? Number.POSITIVE_INFINITY);
  const longest = () => {
    let found: [string, Tenant<Item>] | undefined;
    for (const entry of tenants)
      if (found === undefined || entry[1].waiting.length > found[1].waiting.length) found = entry;
    return found;
  };

  return {
    get waiting() {
      return waiting;
    },
    get running() {
      return running;
    },
    get tenants() {
      return tenants.size;
    },
    held(name) {
      const tenant = tenants.get(name);
      return { running: tenant?.running ?? 0, waiting: tenant?.waiting.length ?? 0 };
    },
    start(name) {
      const tenant = tenantOf(name);
      level = Math.max(level, tenant.spent);
      tenant.running++;
      running++;
    },
    push(name, item) {
      const tenant = tenantOf(name);
      if (tenant.waiting.length >= limits.waitingPerTenant) return item;
      tenant.waiting.push(item);
      waiting++;
      if (waiting <= limits.waiting) return;
      waiting--;
      const [victim, victims] = longest() ?? [name, tenant];
      const refused = victims.waiting.pop();
      forgetIfIdle(victim, victims);
      return refused;
    },
    remove(name, item) {
      const tenant = tenants.get(name);
      const index = tenant?.waiting.indexOf(item) ?? -1;
      if (tenant === undefined || index === -1) return false;
      tenant.waiting.splice(index, 1);
      waiting--;
      forgetIfIdle(name, tenant);
      return true;
    },
    take(onlyIdle = false) {
      let next: [string, Tenant<Item>] | undefined;
      for (const entry of tenants)
        if (mayRun(...entry) && (next === undefined || isBefore(entry[1], next[1]))) next = entry;
      if (next === undefined || (onlyIdle && next[1].running > 0)) return;
      const [name, tenant] = next;
      level = Math.max(level, tenant.spent);
      tenant.running++;
      running++;
      waiting--;
      return { tenant: name, item: tenant.waiting.shift() as Item };
    },
    finish(name, cost) {
      const tenant = tenants.get(name);
      if (tenant === undefined || tenant.running === 0) throw new Error(`${name} has nothing running`);
      tenant.running--;
      running--;
      tenant.spent += cost;
      forgetIfIdle(name, tenant);
    },
  };
}

const isBefore = <Item>(one: Tenant<Item>, other: Tenant<Item>) =>
  one.running < other.running || (one.running === other.running && one.spent < other.spent);
