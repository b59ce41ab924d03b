/** The tasks of a trial, in the order of a first day. The first one indexes the repository. */
import { showBoundaries } from './tasks/chunk-tasks';
import { findChange, firstQuestion, openBest, openDefinition, openTrace, repeatQuestion } from './tasks/finding-tasks';
import { findSimilarAndBack, goToSnippetLine, openToSide, showParent, showUsers } from './tasks/going-tasks';
import { excludeFolder, onlyLanguage, onlyTests } from './tasks/narrowing-tasks';
import { copyPath, copySecond, copyThree, saveResults, saveSearch } from './tasks/taking-tasks';
import type { TrialTask } from './trial-task';

export const trialTasks: readonly TrialTask[] = [
  firstQuestion,
  openBest,
  copySecond,
  openToSide,
  goToSnippetLine,
  openDefinition,
  repeatQuestion,
  onlyTests,
  onlyLanguage,
  excludeFolder,
  openTrace,
  findSimilarAndBack,
  showParent,
  copyPath,
  copyThree,
  saveResults,
  saveSearch,
  findChange,
  showUsers,
  showBoundaries,
];
