@tool
class_name Player
extends CharacterBody2D

## Moves with the keyboard.

signal hit(damage: int)

enum State { IDLE, RUN, JUMP }

const SPEED := 300.0
const Bullet = preload("res://bullet.tscn")

@export var health: int = 3
@onready var sprite: Sprite2D = $Sprite2D

var state: State = State.IDLE


func _ready() -> void:
	hit.connect(_on_hit)


# Runs every physics frame.
func _physics_process(delta: float) -> void:
	var direction := Input.get_axis("left", "right")
	if direction != 0.0:
		velocity.x = direction * SPEED
		state = State.RUN
	else:
		velocity.x = move_toward(velocity.x, 0, SPEED * delta)
	move_and_slide()


func _on_hit(damage: int) -> void:
	health -= damage
	match health:
		0:
			queue_free()
		_:
			print("hit")


class Inventory:
	var items: Array[String] = []

	func add(item: String) -> void:
		items.append(item)
