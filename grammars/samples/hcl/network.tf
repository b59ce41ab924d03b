# The network and its servers.
terraform {
  required_version = ">= 1.6"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }
}

variable "zones" {
  type        = map(object({ cidr = string, public = optional(bool, false) }))
  description = "The zones"
  default     = {}

  validation {
    condition     = length(var.zones) > 0 && alltrue([for z in var.zones : can(cidrhost(z.cidr, 0))])
    error_message = "At least one zone."
  }
}

locals {
  name   = "main-${terraform.workspace}"
  public = { for key, zone in var.zones : key => zone.cidr if zone.public }
  ports  = [80, 443]
  first  = try(local.ports[0], null)
  total  = sum([for p in local.ports : p * 2]) % 3
}

resource "aws_subnet" "public" {
  for_each          = local.public
  vpc_id            = aws_vpc.main.id
  cidr_block        = each.value
  availability_zone = each.key

  tags = merge(local.tags, { Name = "${local.name}-${each.key}" })

  lifecycle {
    prevent_destroy = true
    ignore_changes  = [tags["Updated"]]
  }
}

resource "aws_security_group" "web" {
  count = var.enabled ? 1 : 0

  dynamic "ingress" {
    for_each = toset(local.ports)
    iterator = port
    content {
      from_port = port.value
      to_port   = port.value
      protocol  = "tcp"
    }
  }
}

module "servers" {
  source   = "./modules/server"
  ids      = aws_subnet.public[*].id
  script   = <<-EOT
    #!/bin/sh
    echo "hello ${local.name}"
    %{ for port in local.ports ~}
    open ${port}
    %{ endfor ~}
  EOT
  negative = !var.enabled || -1 < 0
}

/* What others need. */
output "subnets" {
  value     = [for s in aws_subnet.public : s.id]
  sensitive = false
}
