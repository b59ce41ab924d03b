<?php
/** @var string[] $rows */
$title = htmlspecialchars($_GET['title'] ?? 'Report');
?>
<!DOCTYPE html>
<html>
  <head><title><?= $title ?></title></head>
  <body>
    <?php if (count($rows) > 0): ?>
      <ul>
        <?php foreach ($rows as $index => $row): ?>
          <li class="row-<?= $index ?>"><?php echo htmlspecialchars($row); ?></li>
        <?php endforeach; ?>
      </ul>
    <?php else: ?>
      <p>No rows.</p>
    <?php endif ?>
  </body>
</html>
