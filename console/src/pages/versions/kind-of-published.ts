import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Part } from './parts.ts';

/** The props of a form that publishes. */
export interface PublishingProps<Item> {
  /** The version to begin with. */
  from?: Item;
  onPublished: (item: Item) => Promise<void>;
  onCancel: () => void;
}

/** How versions of one kind are shown. */
export interface VersionViews<Item> {
  titleOf: (newest: Item) => string;
  aboutOf: (newest: Item) => string;
  /** The published definition, without the members that the service adds. */
  partsOf: (item: Item) => Part[];
  /** Details of the shown version, and its actions. */
  renderAside: (item: Item) => ReactNode;
  /** A version in words, above its JSON. */
  renderWords?: (item: Item) => ReactNode;
}

/** How a new version of one kind is made. */
export interface VersionMaking<Item> {
  /** Where new versions of this one are made; undefined for one that is published by hand. */
  renderElsewhere?: (newest: Item) => ReactNode;
  /** The form that publishes, in a dialog. */
  renderForm?: (publishing: PublishingProps<Item>) => ReactNode;
  /** Goes to the page that publishes, from a version or from nothing, where the form takes a page of its own. */
  publishElsewhere?: (from: Item | undefined) => void;
}

/** A kind of what is published, and its page. */
export interface KindOfPublished<Item> extends VersionViews<Item>, VersionMaking<Item> {
  /** "an agent" and "Agents". */
  kind: { one: string; many: string };
  description: string;
  icon: LucideIcon;
  /** The advice if nothing is published. */
  empty: string;
  /** All versions of all keys. */
  query: UseQueryResult<Item[]>;
  /** Under which {@link query} is cached. */
  queryKey: readonly string[];
  chosenKey: string | undefined;
  onChoose: (key: string) => void;
}
